/** This device's push address: read, asked for, and told to the server for whoever is signed in. Nothing here alerts. */
import { type ApiClient, responseData } from '../../api/client.ts';
import type { Session } from '../../api/session/Session.ts';
import type { NativeBridge, PushAddress, PushPermission } from '../../platform/bridge.ts';
import { readStored, writeStored } from '../../storage/store.ts';

const answerWithinMs = 5_000;
/** Somebody has to read the system's question first. */
const decideWithinMs = 60_000;

export type PushProblem = 'deniedOrUnavailable' | 'syncFailed' | 'denied' | 'noSdk';

export interface PushState {
  isInitialized: boolean;
  permission: PushPermission;
  permissionGranted: boolean;
  playerId: string | null;
  error: PushProblem | null;
}

/** As the specification has them; they are for the log, people read the state on screen. */
const logged: Record<PushProblem, string> = {
  deniedOrUnavailable: 'OneSignal permission denied or not available',
  syncFailed: 'Failed to sync OneSignal ID with backend',
  denied: 'Permission denied or failed',
  noSdk: 'Native SDK not available',
};

interface Edges {
  bridge: NativeBridge;
  api: ApiClient;
  session: Session;
  /** The server's key for browsers; null when its operator has not set one. */
  publicKey: () => Promise<string | null>;
}

export class PushRegistration {
  readonly #edges: Edges;
  readonly #listeners = new Set<() => void>();
  #state: PushState = {
    isInitialized: false,
    permission: 'unsupported',
    permissionGranted: false,
    playerId: null,
    error: null,
  };
  #address: PushAddress | null = null;
  /** For whom the server has the address; a sign-in makes it somebody else's or anew. */
  #syncedFor: string | null = null;
  #initialized: Promise<void> | null = null;

  constructor(edges: Edges) {
    this.#edges = edges;
  }

  get state(): PushState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows who is signed in; a visitor's device is never looked at. Returns the way to stop. */
  start(): () => void {
    const { session } = this.#edges;
    const follow = () => void this.#follow();
    follow();
    return session.subscribe(follow);
  }

  /** After the person's own press. */
  async enable(): Promise<void> {
    const { bridge, publicKey } = this.#edges;
    const permission = await bridge.requestPush(decideWithinMs, await publicKey());
    if (permission !== 'granted') {
      this.#fail(permission === 'unsupported' ? 'noSdk' : 'denied', permission);
      return;
    }
    await this.#readAddress();
    await this.#sync();
  }

  /** The server forgets this device first, so that nothing is sent into the void. */
  async disable(): Promise<void> {
    const { api, bridge } = this.#edges;
    if (this.#address?.kind === 'webpush') {
      const { endpoint } = this.#address;
      await api.DELETE('/api/push/subscriptions', { body: { endpoint } });
    }
    await bridge.endPush();
    this.#address = null;
    this.#syncedFor = null;
    this.#become({ playerId: null, permission: 'prompt', permissionGranted: false, error: null });
  }

  async #follow(): Promise<void> {
    const user = this.#signedIn();
    if (user === null) {
      // The server has dropped the device with the session.
      this.#syncedFor = null;
      return;
    }
    this.#initialized ??= this.#initialize();
    await this.#initialized;
    await this.#sync();
    if (this.#mayAskOnItsOwn()) {
      writeStored('pushAsked', true);
      await this.enable();
    }
  }

  async #initialize(): Promise<void> {
    const { bridge, publicKey } = this.#edges;
    let permission = await bridge.pushPermission(answerWithinMs);
    if (bridge.kind === 'none' && permission !== 'unsupported' && (await publicKey()) === null) {
      permission = 'unsupported';
    }
    if (permission === 'unsupported') this.#fail('noSdk', permission);
    else if (permission === 'granted') await this.#readAddress();
    else this.#become({ permission });
    this.#become({ isInitialized: true });
  }

  async #readAddress(): Promise<void> {
    this.#address = await this.#edges.bridge.pushAddress(answerWithinMs);
    const playerId = this.#address && idOf(this.#address);
    if (playerId !== null) {
      this.#become({ playerId, permission: 'granted', permissionGranted: true, error: null });
    } else if (this.#edges.bridge.kind === 'natively') {
      // Normal right after the permission was given: the id comes with the app's next start.
      this.#fail('deniedOrUnavailable', 'granted');
    } else {
      // Allowed, but switched off here.
      this.#become({ permission: 'prompt', permissionGranted: false });
    }
  }

  async #sync(): Promise<void> {
    const user = this.#signedIn();
    const address = this.#address;
    if (user === null || address === null || this.#syncedFor === user) return;
    this.#syncedFor = user;
    const { api } = this.#edges;
    try {
      if (address.kind === 'onesignal') {
        const body = { onesignal_id: address.id };
        await responseData(api.POST('/api/auth/update-onesignal', { body }));
      } else {
        const { endpoint, keys } = address;
        await responseData(api.POST('/api/push/subscriptions', { body: { endpoint, keys } }));
      }
    } catch {
      this.#syncedFor = null;
      this.#fail('syncFailed', 'granted');
    }
  }

  /** In the wrapper once per installation; in a browser never. */
  #mayAskOnItsOwn(): boolean {
    const { permissionGranted, error } = this.#state;
    const isWrapped = this.#edges.bridge.kind === 'natively';
    return isWrapped && !permissionGranted && error === null && !readStored('pushAsked');
  }

  #signedIn(): string | null {
    const { status, user } = this.#edges.session.state;
    return status === 'authenticated' ? (user?.id ?? null) : null;
  }

  #fail(error: PushProblem, permission: PushPermission): void {
    // biome-ignore lint/suspicious/noConsole: the specification asks for the log and forbids an alert
    console.warn(logged[error]);
    this.#become({ error, permission, permissionGranted: permission === 'granted' });
  }

  #become(change: Partial<PushState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function idOf(address: PushAddress): string {
  return address.kind === 'onesignal' ? address.id : address.endpoint;
}

/** The push registration of this device: reads or requests its address and sends it to the server for the signed-in user. */
import { type ApiClient, responseData } from '../../api/client.ts';
import type { Session } from '../../api/session/Session.ts';
import type { NativeBridge, PushAddress, PushPermission } from '../../platform/bridge.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { minuteMs } from '../../units/durations.ts';

const answerTimeoutMs = 5_000;
/** The user has to read the system's prompt first. */
const promptTimeoutMs = minuteMs;

export type PushProblem = 'deniedOrUnavailable' | 'syncFailed' | 'denied' | 'noSdk';

export interface PushState {
  isInitialized: boolean;
  permission: PushPermission;
  permissionGranted: boolean;
  playerId: string | null;
  error: PushProblem | null;
}

/** Log messages as the specification words them; users see the state on screen instead. */
const logMessages: Record<PushProblem, string> = {
  deniedOrUnavailable: 'OneSignal permission denied or not available',
  syncFailed: 'Failed to sync OneSignal ID with backend',
  denied: 'Permission denied or failed',
  noSdk: 'Native SDK not available',
};

interface PushDeps {
  bridge: NativeBridge;
  api: ApiClient;
  session: Session;
  /** The server's key for browsers; null when its operator has not set one. */
  publicKey: () => Promise<string | null>;
}

export class PushRegistration {
  readonly #deps: PushDeps;
  readonly #listeners = new Set<() => void>();
  #state: PushState = {
    isInitialized: false,
    permission: 'unsupported',
    permissionGranted: false,
    playerId: null,
    error: null,
  };
  #address: PushAddress | null = null;
  /** The user for whom the server has the address. */
  #syncedFor: string | null = null;
  #initialized: Promise<void> | null = null;

  constructor(deps: PushDeps) {
    this.#deps = deps;
  }

  get state(): PushState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows the session; the device of a visitor is never read. Returns a function that stops it. */
  start(): () => void {
    const { session } = this.#deps;
    const follow = () => void this.#follow();
    follow();
    return session.subscribe(follow);
  }

  /** Called when the user presses the button. */
  async enable(): Promise<void> {
    const { bridge, publicKey } = this.#deps;
    const permission = await bridge.requestPush(promptTimeoutMs, await publicKey());
    if (permission !== 'granted') {
      this.#fail(permission === 'unsupported' ? 'noSdk' : 'denied', permission);
      return;
    }
    await this.#readAddress();
    await this.#sync();
  }

  /** Removes the device from the server first, so that nothing is sent to an address that has ended. */
  async disable(): Promise<void> {
    const { api, bridge } = this.#deps;
    if (this.#address?.kind === 'webpush') {
      const { endpoint } = this.#address;
      await api.DELETE('/api/push/subscriptions', { body: { endpoint } });
    }
    await bridge.endPush();
    this.#address = null;
    this.#syncedFor = null;
    this.#update({ playerId: null, permission: 'prompt', permissionGranted: false, error: null });
  }

  async #follow(): Promise<void> {
    const user = this.#userId();
    if (user === null) {
      // The server has dropped the device with the session.
      this.#syncedFor = null;
      return;
    }
    this.#initialized ??= this.#initialize();
    try {
      await this.#initialized;
    } catch {
      // Without a network the server's key is unknown; the next change of the session tries again.
      this.#initialized = null;
      return;
    }
    await this.#sync();
    if (this.#mayPromptUnasked()) {
      writeStored('pushAsked', true);
      await this.enable();
    }
  }

  async #initialize(): Promise<void> {
    const { bridge, publicKey } = this.#deps;
    let permission = await bridge.pushPermission(answerTimeoutMs);
    if (bridge.kind === 'none' && permission !== 'unsupported' && (await publicKey()) === null) {
      permission = 'unsupported';
    }
    if (permission === 'unsupported') this.#fail('noSdk', permission);
    else if (permission === 'granted') await this.#readAddress();
    else this.#update({ permission });
    this.#update({ isInitialized: true });
  }

  async #readAddress(): Promise<void> {
    const { bridge, publicKey } = this.#deps;
    const key = bridge.kind === 'none' ? await publicKey() : null;
    this.#address = await bridge.pushAddress(answerTimeoutMs, key);
    const playerId = this.#address && idOf(this.#address);
    if (playerId !== null) {
      this.#update({ playerId, permission: 'granted', permissionGranted: true, error: null });
    } else if (bridge.kind === 'natively') {
      // Expected right after the permission was granted: the id is available at the next start of the app.
      this.#fail('deniedOrUnavailable', 'granted');
    } else {
      // Allowed by the browser, but switched off on this device.
      this.#update({ permission: 'prompt', permissionGranted: false });
    }
  }

  async #sync(): Promise<void> {
    const user = this.#userId();
    const address = this.#address;
    if (user === null || address === null || this.#syncedFor === user) return;
    this.#syncedFor = user;
    const { api } = this.#deps;
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

  /** Without a press only in the wrapper, and once per installation. */
  #mayPromptUnasked(): boolean {
    const { permissionGranted, error } = this.#state;
    const isWrapped = this.#deps.bridge.kind === 'natively';
    return isWrapped && !permissionGranted && error === null && !readStored('pushAsked');
  }

  #userId(): string | null {
    const { status, user } = this.#deps.session.state;
    return status === 'authenticated' ? (user?.id ?? null) : null;
  }

  #fail(error: PushProblem, permission: PushPermission): void {
    // biome-ignore lint/suspicious/noConsole: the specification requires a log entry and forbids an alert
    console.warn(logMessages[error]);
    this.#update({ error, permission, permissionGranted: permission === 'granted' });
  }

  #update(change: Partial<PushState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function idOf(address: PushAddress): string {
  return address.kind === 'onesignal' ? address.id : address.endpoint;
}

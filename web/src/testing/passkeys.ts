/** A browser with passkeys, as jsdom has none: what it was asked, and what the user does. */
import { HttpResponse, http } from 'msw';
import { onTestFinished, vi } from 'vitest';
import { network } from './network.ts';

interface Asked {
  kind: 'create' | 'get';
  mediation?: CredentialMediationRequirement;
  publicKey: unknown;
  signal?: AbortSignal;
  /** The user chooses or makes a passkey. */
  accept: (id?: string) => void;
  /** The user cancels. */
  cancel: () => void;
}

/** Answers with the questions, oldest first. `hasAutofill`: the browser offers passkeys where it fills in forms. */
export function stubPasskeys({ hasAutofill = false } = {}): Asked[] {
  const asked: Asked[] = [];
  const ask = (kind: Asked['kind']) => (options: CredentialRequestOptions) =>
    new Promise((resolve, reject) => {
      const { signal } = options;
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      asked.push({
        ...(options as object),
        kind,
        publicKey: options.publicKey,
        accept: (id = 'k1') => resolve({ toJSON: () => ({ id }) }),
        cancel: () => reject(new DOMException('', 'NotAllowedError')),
      });
    });
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: (options: unknown) => options,
    parseRequestOptionsFromJSON: (options: unknown) => options,
    isConditionalMediationAvailable: async () => hasAutofill,
  });
  Object.defineProperty(navigator, 'credentials', {
    value: { create: ask('create'), get: ask('get') },
    configurable: true,
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  network.use(
    http.get('*/api/config', () =>
      HttpResponse.json({
        google_client_id: null,
        apple_client_id: null,
        passkey_domain: location.hostname,
        has_mail: true,
        sign_ups: 'open',
      }),
    ),
  );
  return asked;
}

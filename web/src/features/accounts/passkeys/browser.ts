/** Passkeys in the browser: whether it has them, and its calls with JSON in and out. */

/** What the server sends and receives: JSON that only the browser and the server's library read. */
export type PasskeyJson = Record<string, never>;

/** Whether this browser can use the passkeys of a domain at this address. Older ones lack the calls with JSON. */
export function hasPasskeys(domain: string | null | undefined): boolean {
  if (!domain || typeof PublicKeyCredential === 'undefined') return false;
  const { hostname } = location;
  return (
    (hostname === domain || hostname.endsWith(`.${domain}`)) &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** Whether the browser offers passkeys where it fills in the form. */
export async function hasPasskeyAutofill(): Promise<boolean> {
  if (!('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
}

/** Null if the user cancels, or if the device makes no passkey. */
export function createPasskey(options: PasskeyJson): Promise<PasskeyJson | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return answered(navigator.credentials.create({ publicKey }));
}

/** Null if the user cancels. With `conditional` it waits until a passkey is chosen where the form is filled in. */
export function getPasskey(
  options: PasskeyJson,
  mediation: CredentialMediationRequirement,
  signal: AbortSignal,
): Promise<PasskeyJson | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return answered(navigator.credentials.get({ publicKey, mediation, signal }));
}

async function answered(request: Promise<Credential | null>): Promise<PasskeyJson | null> {
  try {
    const credential = (await request) as PublicKeyCredential | null;
    return credential && (credential.toJSON() as unknown as PasskeyJson);
  } catch (error) {
    // The browser has shown why: cancelled, timed out, no passkey, or one that exists already.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

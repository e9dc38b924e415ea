/** Sign-in from the app: the provider opens in the system's browser, and a secret of ours proves who comes back. */
import { writeStored } from '../../../storage/store.ts';
import { visitorProof } from '../../../storage/visitor.ts';

const secretBytes = 32;

/** The address to open outside; the secret it is tied to stays here. */
export async function nativeStartUrl(returnTo: string): Promise<string> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(secretBytes)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  writeStored('signInVerifier', verifier);
  const query = new URLSearchParams({
    return_to: returnTo,
    native: '1',
    challenge: base64Url(new Uint8Array(hash)),
  });
  return `${location.origin}/api/auth/google/start?${query}`;
}

/** The same by leaving the page. */
export function redirectStartUrl(provider: 'google' | 'apple', returnTo: string): string {
  return `/api/auth/${provider}/start?${new URLSearchParams({ return_to: returnTo, ...visitorProof() })}`;
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

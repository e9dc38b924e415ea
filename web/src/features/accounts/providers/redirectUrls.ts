/** URLs that start a sign-in on the provider's own page: from the app in the system's browser (PKCE), or by leaving the page. */
import { writeStored } from '../../../storage/store.ts';
import type { Provider } from './providerErrors.ts';

const verifierBytes = 32;

/** The URL to open in the system's browser; the verifier of its challenge stays in the app. */
export async function nativeStartUrl(provider: Provider, returnTo: string): Promise<string> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(verifierBytes)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  writeStored('signInVerifier', verifier);
  const query = new URLSearchParams({
    return_to: returnTo,
    native: '1',
    challenge: base64Url(new Uint8Array(hash)),
  });
  return `${location.origin}/api/auth/${provider}/start?${query}`;
}

export function redirectStartUrl(provider: Provider, returnTo: string): string {
  return `/api/auth/${provider}/start?${new URLSearchParams({ return_to: returnTo })}`;
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

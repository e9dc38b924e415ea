/** What the page can see of its credentials: the two readable cookies, and the token kept when cookies are blocked. */
import { fallbackTokenKey } from '../../storage/keys.ts';

export const csrfAccessCookie = 'csrf_access_token';
export const csrfRefreshCookie = 'csrf_refresh_token';

/** The token cookies are HttpOnly; their readable twins tell whether they exist. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1)) || null;
  }
  return null;
}

export function readFallbackToken(): string | null {
  try {
    return sessionStorage.getItem(fallbackTokenKey);
  } catch {
    return null;
  }
}

export function storeFallbackToken(token: string): void {
  try {
    sessionStorage.setItem(fallbackTokenKey, token);
  } catch {
    // Refused: the check that follows finds no credential and says so.
  }
}

/** Expires what script can reach; the server clears the other two cookies. */
export function clearCredentials(): void {
  for (const name of [csrfAccessCookie, csrfRefreshCookie]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  }
  try {
    sessionStorage.removeItem(fallbackTokenKey);
  } catch {
    // Refused storage holds nothing to remove.
  }
}

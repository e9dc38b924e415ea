/** The credentials a script can read: the two CSRF cookies, and the token stored when cookies are blocked. */
import { fallbackTokenKey } from '../../storage/keys.ts';

export const csrfAccessCookie = 'csrf_access_token';
export const csrfRefreshCookie = 'csrf_refresh_token';

/** The token cookies are HttpOnly; the readable CSRF cookies show whether they exist. */
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
    // Blocked: the check that follows finds no credential and reports it.
  }
}

/** Deletes the readable credentials; the server deletes the other two cookies. */
export function clearCredentials(): void {
  for (const name of [csrfAccessCookie, csrfRefreshCookie]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  }
  try {
    sessionStorage.removeItem(fallbackTokenKey);
  } catch {
    // Blocked storage has nothing to remove.
  }
}

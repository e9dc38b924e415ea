/** The constants of the session: special endpoints, delays and limits. */
export const maxQueuedRequests = 10;
export const replayIntervalMs = 100;
export const eventDelayMs = 100;
export const signInCheckMs = 150;
export const reloadDelayMs = 500;
export const reloadCooldownMs = 30_000;
export const sameEventMs = 1_000;
export const sameExpiryEventMs = 3_000;
export const refreshAttempts = 3;
export const refreshRetryMs = 500;
export const refreshWhenLeftMs = 300_000;
export const refreshCheckMs = 600_000;
const leadShare = 0.1;
const minLeadMs = 30_000;
const maxLeadMs = refreshWhenLeftMs;

export const apiBase = '/api';
export const refreshPath = '/auth/refresh';
export const logoutPath = '/auth/logout';
export const profilePath = '/auth/me';

/** Calls that need no CSRF token, because the server ignores the session. */
const csrfExempt =
  /^\/(auth\/(login(\/second-step)?|register|google|apple|passkey\/sign-(in|up)(\/options)?|forgot-password|reset-password|revert-email|nonce|handoff)|contact|unsubscribe(\/.*)?|.*\/anonymous)$/;

/** A 401 of these means wrong input, not the end of a session. */
const ownUnauthorized =
  /^\/auth\/(login(\/second-step)?|register|google|apple|passkey\/sign-(in|up)(\/options)?|handoff|forgot-password|reset-password|revert-email|verify-email|logout)$/;

/** The path below the base: `/api/auth/me?x` → `/auth/me`. */
export function apiPath(url: string): string {
  const { pathname } = new URL(url, location.origin);
  return pathname.startsWith(`${apiBase}/`) ? pathname.slice(apiBase.length) : pathname;
}

export const isAuthEndpoint = (path: string) => path.startsWith('/auth/');
export const isOwnUnauthorized = (path: string) => ownUnauthorized.test(path);
export const needsCsrf = (method: string, path: string) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) && !csrfExempt.test(path);

/** How long before its expiry a token with the remaining lifetime `lifetimeMs` is refreshed. */
export function refreshLeadMs(lifetimeMs: number): number {
  const lead = Math.min(Math.max(leadShare * lifetimeMs, minLeadMs), maxLeadMs);
  return Math.min(lead, lifetimeMs / 2);
}

/** Keeps the page somebody wanted through the login, and trusts no address that leads elsewhere. */
import { paths } from '../paths.ts';

const wantedParameter = 'next';

export function loginPathFor(wanted: string): string {
  return `${paths.login}?${new URLSearchParams({ [wantedParameter]: wanted })}`;
}

export function wantedPath(query: URLSearchParams): string {
  const wanted = query.get(wantedParameter);
  if (!wanted?.startsWith('/')) return paths.home;
  const { origin, pathname, search } = new URL(wanted, location.origin);
  return origin === location.origin ? pathname + search : paths.home;
}

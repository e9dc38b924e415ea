/** The page somebody wanted before the login; an address that leads elsewhere is not trusted. */
import { paths, wantedParameter } from '../paths.ts';

export function wantedPath(query: URLSearchParams): string {
  const wanted = query.get(wantedParameter);
  if (!wanted?.startsWith('/')) return paths.home;
  const { origin, pathname, search } = new URL(wanted, location.origin);
  return origin === location.origin ? pathname + search : paths.home;
}

/** The page somebody wanted before the login; an address that leads elsewhere is not trusted. */
import { paths, returnParameter } from '../../paths.ts';

export function returnPath(query: URLSearchParams): string {
  const wanted = query.get(returnParameter);
  if (!wanted?.startsWith('/')) return paths.home;
  const { origin, pathname, search } = new URL(wanted, location.origin);
  return origin === location.origin ? pathname + search : paths.home;
}

/** The page to return to after the login; addresses of other origins are rejected. */
import { paths, returnParameter } from '../../paths.ts';

export function returnPath(query: URLSearchParams): string {
  const requested = query.get(returnParameter);
  if (!requested?.startsWith('/')) return paths.home;
  const { origin, pathname, search } = new URL(requested, location.origin);
  // A path such as `/.//host` is resolved to `//host`, which is an address of another site.
  const isOwn = origin === location.origin && !pathname.startsWith('//');
  return isOwn ? pathname + search : paths.home;
}

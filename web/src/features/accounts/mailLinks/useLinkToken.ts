/** The token after the `#` of a link from a mail. It is removed from the URL, and so from the history. */
import { useEffect, useState } from 'react';

/** `name` tells links to the same page apart. */
export function useLinkToken(name: 'token' | 'revert' = 'token'): string | null {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get(name) || null);
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return token;
}

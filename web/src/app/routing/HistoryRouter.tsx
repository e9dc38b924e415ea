/**
 * The router on the browser's history. The library's own version of it comes with data loading and server rendering, 6 kB
 * of the first load, which the app does not use.
 */
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { type Navigator, Router, type To } from 'react-router';

type NavigationKind = 'POP' | 'PUSH' | 'REPLACE';

export function HistoryRouter({ children }: { children: ReactNode }) {
  const [navigation, setNavigation] = useState(() => read('POP'));
  const navigator = useMemo(() => {
    // As a transition: the previous page stays until the next one has loaded.
    const follow = (kind: NavigationKind) => startTransition(() => setNavigation(read(kind)));
    return createNavigator(follow);
  }, []);

  useEffect(() => {
    const handlePop = () => startTransition(() => setNavigation(read('POP')));
    window.addEventListener('popstate', handlePop);
    return () => window.removeEventListener('popstate', handlePop);
  }, []);

  return (
    <Router
      location={navigation.location}
      navigationType={navigation.kind as never}
      navigator={navigator}
    >
      {children}
    </Router>
  );
}

/** The address and state of the browser's history, after a navigation of this kind. */
function read(kind: NavigationKind) {
  const { pathname, search, hash } = window.location;
  const { state = null, key = 'default' } = (window.history.state ?? {}) as {
    state?: unknown;
    key?: string;
  };
  return { kind, location: { pathname, search, hash, state, key } };
}

function createNavigator(follow: (kind: NavigationKind) => void): Navigator {
  const createHref = (to: To) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;
  const entry = (state: unknown) => ({ state, key: crypto.randomUUID() });
  return {
    createHref,
    push(to, state) {
      window.history.pushState(entry(state), '', createHref(to));
      follow('PUSH');
    },
    replace(to, state) {
      window.history.replaceState(entry(state), '', createHref(to));
      follow('REPLACE');
    },
    go: (steps) => window.history.go(steps),
  };
}

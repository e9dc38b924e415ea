/** Provides the address of the browser's history to the pages (decision 0094). */
import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  LocationContext,
  type Navigate,
  NavigateContext,
  type PageLocation,
} from './navigation.ts';
import { rememberPosition, restorePosition } from './positions.ts';

export function HistoryRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => read('POP'));
  // The entry that is shown. The scroll position is noted ahead: some browsers scroll before they report a traversal.
  const shown = useRef({ key: location.key, scrollY: 0 });
  // As a transition: the previous page stays until the next one has loaded.
  const follow = useCallback(
    (kind: PageLocation['kind']) => startTransition(() => setLocation(read(kind))),
    [],
  );
  const navigate = useCallback<Navigate>(
    (to, { replace = false, state } = {}) => {
      const { key } = shown.current;
      rememberPosition(key, window.scrollY);
      // On the way back the browser would scroll the page that is being left.
      window.history.scrollRestoration = 'manual';
      if (replace) window.history.replaceState({ state, key }, '', to);
      else window.history.pushState({ state, key: newKey() }, '', to);
      shown.current = { key: read('POP').key, scrollY: 0 };
      follow(replace ? 'REPLACE' : 'PUSH');
    },
    [follow],
  );
  useEffect(() => {
    const handleScroll = () => {
      shown.current.scrollY = window.scrollY;
    };
    // In the next frame: to ask now would lay out the page twice.
    const frame = requestAnimationFrame(handleScroll);
    const handlePop = () => {
      // The noted position may be a frame old; the present one is that of the page being left unless the browser scrolls.
      const isScrolledByUs = window.history.scrollRestoration === 'manual';
      rememberPosition(shown.current.key, isScrolledByUs ? window.scrollY : shown.current.scrollY);
      shown.current.key = read('POP').key;
      follow('POP');
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    window.addEventListener('popstate', handlePop);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', handleScroll);
      window.removeEventListener('popstate', handlePop);
    };
  }, [follow]);
  usePosition(location);
  return (
    <NavigateContext value={navigate}>
      <LocationContext value={location}>{children}</LocationContext>
    </NavigateContext>
  );
}

/** The top of a new page, or where the user was on an earlier one. */
function usePosition({ pathname, kind, key }: PageLocation): void {
  useEffect(() => {
    // A page that is loaded again is scrolled by the browser.
    const leaveToBrowser = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', leaveToBrowser);
    return () => window.removeEventListener('pagehide', leaveToBrowser);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page or entry triggers it, not another address of the same
  useLayoutEffect(() => {
    if (kind === 'POP') return restorePosition(key);
    window.scrollTo(0, 0);
  }, [pathname, key]);
}

/** The address and state of the browser's history, after a navigation of this kind. */
function read(kind: PageLocation['kind']): PageLocation {
  const { pathname, search } = window.location;
  const { state = null, key } = window.history.state ?? {};
  return { pathname, search, state, kind, key: key ?? identified(state) };
}

/** The first entry, or one that a link within the page has added. */
function identified(state: unknown): string {
  const key = newKey();
  window.history.replaceState({ state, key }, '');
  return key;
}

const newKey = () => Math.random().toString(36);

/** The address of the page and the ways to change it; `HistoryRouter` connects them to the browser's history. */
import { createContext, use, useEffect, useMemo } from 'react';

export interface PageLocation {
  pathname: string;
  search: string;
  /** What the link to the page passed to it. */
  state: unknown;
  /** How the page was reached: `POP` by Back, Forward or from outside the app. */
  kind: 'POP' | 'PUSH' | 'REPLACE';
  /** Identifies the entry of the browser's history. */
  key: string;
}

interface NavigateOptions {
  /** The new address takes the place of the current one in the history. */
  replace?: boolean;
  state?: unknown;
}

export type Navigate = (to: string, options?: NavigateOptions) => void;

export const LocationContext = createContext<PageLocation | null>(null);
export const NavigateContext = createContext<Navigate | null>(null);

export function useLocation(): PageLocation {
  const location = use(LocationContext);
  if (!location) throw new Error('useLocation needs a HistoryRouter above it');
  return location;
}

/** The function is always the same. */
export function useNavigate(): Navigate {
  const navigate = use(NavigateContext);
  if (!navigate) throw new Error('useNavigate needs a HistoryRouter above it');
  return navigate;
}

/** The query of the page's address. */
export function useUrlQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Leads to another page when it is rendered, without a step in the history. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

/**
 * A link to a page of the app, marked when it leads to the current one. The router's own link brings its prefetching of
 * server data along, 2 kB of the first load, which the app does not use.
 */
import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  replace?: boolean;
  /** Passed to the page with the navigation. */
  state?: unknown;
}

export function PageLink({ to, replace, state, onClick, ...attributes }: PageLinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isCurrent = new URL(href, location.origin).pathname === pathname;

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    // Any other press opens a tab or a menu, which is left to the browser.
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    // The same address again is not another step back.
    void navigate(to, { replace: replace ?? href === pathname + search, state });
  }

  return (
    <a {...attributes} href={href} onClick={follow} aria-current={isCurrent ? 'page' : undefined} />
  );
}

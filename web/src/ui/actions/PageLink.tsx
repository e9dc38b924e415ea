/** A link to a page of the app, marked when it leads to the current one. */
import type { ComponentProps, MouseEvent } from 'react';
import { useLocation, useNavigate } from '../../navigation/navigation.ts';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  replace?: boolean;
  /** Passed to the page with the navigation. */
  state?: unknown;
}

export function PageLink({ to, replace, state, onClick, ...attributes }: PageLinkProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isCurrent = new URL(to, location.origin).pathname === pathname;

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    // Any other press opens a tab or a menu, which is left to the browser.
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    // The same address again is not another step back.
    navigate(to, { replace: replace ?? to === pathname + search, state });
  }

  return (
    <a {...attributes} href={to} onClick={follow} aria-current={isCurrent ? 'page' : undefined} />
  );
}

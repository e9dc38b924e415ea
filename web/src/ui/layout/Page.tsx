/** The frame of every page: document title, main landmark, and focus and announcement after a navigation. */
import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { announce } from '../status/announce.ts';
import styles from './Page.module.css';
import { TopBar } from './TopBar.tsx';

/** True after the first navigation inside the app. The first page must not take the focus from the browser. */
export const HasNavigatedContext = createContext(false);

/** Narrow for a single form, wide for two columns; full-width pages render their own top bar. */
export type PageLayout = 'column' | 'narrow' | 'wide' | 'full';

interface PageProps {
  title: string;
  layout?: PageLayout | undefined;
  children: ReactNode;
}

export function Page({ title, layout = 'column', children }: PageProps) {
  const main = useRef<HTMLElement>(null);
  const hasNavigated = use(HasNavigatedContext);
  const arrival = useRef({ hasNavigated, title });

  useEffect(() => {
    if (!arrival.current.hasNavigated) return;
    // On Back and Forward the focus may have returned to where it was.
    const { current } = main;
    const isInside =
      current !== document.activeElement && current?.contains(document.activeElement);
    if (!isInside) current?.focus({ preventScroll: true });
    announce(arrival.current.title);
  }, []);

  return (
    <main ref={main} tabIndex={-1} className={styles[layout]}>
      <title>{title.includes('Halcyon') ? title : `${title} · Halcyon`}</title>
      {layout !== 'full' && <TopBar title={title} />}
      {children}
    </main>
  );
}

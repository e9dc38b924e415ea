/** What nobody sees at first: drawn when the page has come to rest, and by itself, so that nothing else is drawn anew. */
import { type ReactNode, Suspense } from 'react';
import { useAtRest } from './useAtRest.ts';

export function AtRest({ children }: { children: ReactNode }) {
  return <Suspense>{useAtRest() && children}</Suspense>;
}

/** What nobody sees at first: drawn when the page has come to rest, and by itself, so that nothing else is drawn anew. */
import { type ReactNode, Suspense } from 'react';
import { useAfterLoad } from './useAfterLoad.ts';

export function AfterLoad({ children }: { children: ReactNode }) {
  return <Suspense>{useAfterLoad() && children}</Suspense>;
}

/** Mounts its children after the page has loaded, as a separate component, so that only they render then. */
import { type ReactNode, Suspense } from 'react';
import { useAfterLoad } from './useAfterLoad.ts';

export function AfterLoad({ children }: { children: ReactNode }) {
  return <Suspense>{useAfterLoad() && children}</Suspense>;
}

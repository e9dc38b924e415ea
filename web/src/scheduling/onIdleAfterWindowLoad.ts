/**
 * Runs work when the browser is idle after the window's load event, for downloads that must not compete with the page.
 * Needed for the limit of 1.5 s largest paint (docs/benchmarks.md, "Pages"; decision 0086).
 */
import { onIdle } from './onIdle.ts';

/** Returns a function that cancels it. */
export function onIdleAfterWindowLoad(work: () => void): () => void {
  if (document.readyState === 'complete') return onIdle(work);
  let cancel = () => {};
  const schedule = () => {
    cancel = onIdle(work);
  };
  window.addEventListener('load', schedule, { once: true });
  return () => {
    window.removeEventListener('load', schedule);
    cancel();
  };
}

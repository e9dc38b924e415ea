/**
 * A queue of work that can wait until the page has loaded: one entry per idle period, in order.
 * Needed for the limit of 50 ms blocking time (docs/benchmarks.md, "Pages"; decision 0086).
 */
import { onIdle } from './onIdle.ts';

/** Lists that are still mounting their sections; the page has loaded when there are none. */
export const pendingMounts = new Set<object>();

const queue = new Set<() => void>();
let isScheduled = false;
/** After the load, the remaining entries follow quickly: ten of them within about two seconds. */
const nextEntryWithinMs = 200;

/** Returns a function that removes the work from the queue. */
export function afterLoad(work: () => void): () => void {
  queue.add(work);
  if (!isScheduled) schedule();
  return () => queue.delete(work);
}

function schedule(withinMs?: number): void {
  isScheduled = true;
  onIdle(() => {
    isScheduled = false;
    const isLoaded = pendingMounts.size === 0;
    if (isLoaded) runNext();
    if (queue.size > 0 && !isScheduled) schedule(isLoaded ? nextEntryWithinMs : undefined);
  }, withinMs);
}

function runNext(): void {
  const [work] = queue;
  if (!work) return;
  queue.delete(work);
  work();
}

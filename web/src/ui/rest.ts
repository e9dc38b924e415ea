/** What could wait while the page came in: taken up one after another, each in a quiet moment of its own. */
import { whenIdle } from './whenIdle.ts';

/** Lists that are still coming in: until they have, nothing rests. */
export const unfinished = new Set<object>();

/** First come, first served. */
const turns = new Set<() => void>();
let isServing = false;

/** Returns the way out. */
export function whenAtRest(act: () => void): () => void {
  turns.add(act);
  if (!isServing) serve();
  return () => turns.delete(act);
}

function serve(): void {
  isServing = true;
  whenIdle(() => {
    if (unfinished.size === 0) takeTurn();
    isServing = false;
    if (turns.size > 0) serve();
  });
}

function takeTurn(): void {
  const [act] = turns;
  if (!act) return;
  turns.delete(act);
  act();
}

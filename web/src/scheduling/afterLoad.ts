/** What could wait while the page came in: taken up one after another, each in a quiet moment of its own. */
import { onIdle } from './onIdle.ts';

/** Lists that are still coming in: until they have, nothing rests. */
export const unfinished = new Set<object>();

/** First come, first served. */
const turns = new Set<() => void>();
let isServing = false;
/** Once the page rests, the next need not wait long: ten turns are over in a few seconds. */
const nextWithinMs = 200;

/** Returns the way out. */
export function afterLoad(act: () => void): () => void {
  turns.add(act);
  if (!isServing) serve();
  return () => turns.delete(act);
}

function serve(withinMs?: number): void {
  isServing = true;
  onIdle(() => {
    isServing = false;
    const isAtRest = unfinished.size === 0;
    if (isAtRest) takeTurn();
    if (turns.size > 0 && !isServing) serve(isAtRest ? nextWithinMs : undefined);
  }, withinMs);
}

function takeTurn(): void {
  const [act] = turns;
  if (!act) return;
  turns.delete(act);
  act();
}

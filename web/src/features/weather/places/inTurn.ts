/** Many places are asked for three at a time: the next three start a moment after the last of the three before has ended. */
const placesAtOnce = 3;
const pauseMs = 100;

export async function fetchInTurn<T>(
  places: readonly T[],
  fetchOne: (place: T) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let start = 0; start < places.length; start += placesAtOnce) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) return;
    await Promise.allSettled(places.slice(start, start + placesAtOnce).map(fetchOne));
  }
}

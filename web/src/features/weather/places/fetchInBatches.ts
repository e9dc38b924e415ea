/** Fetches many places in batches of three, with a pause between two batches. */
const batchSize = 3;
const pauseMs = 100;

export async function fetchInBatches<T>(
  places: readonly T[],
  fetchOne: (place: T) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let start = 0; start < places.length; start += batchSize) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) return;
    await Promise.allSettled(places.slice(start, start + batchSize).map(fetchOne));
  }
}

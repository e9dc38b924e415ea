/**
 * Firefox ends all requests when a navigation starts, which can be seconds before the next page replaces this one. Such an
 * end is not a network error, so it is held back until the page is gone, or until it is clear that it stays (a download).
 */
const endsRequestsWithinMs = 1_000;
const navigationTimeoutMs = 10_000;

let requestsInFlight = 0;
let navigationStart = Number.NEGATIVE_INFINITY;

const noteNavigation = () => {
  navigationStart = performance.now();
};

/** Calls `send`; a failure caused by leaving the page is delayed. */
export async function holdFailuresOnExit<T>(send: () => Promise<T>): Promise<T> {
  // Only during a request, because a permanent listener can exclude a page from the back/forward cache.
  if (requestsInFlight === 0) window.addEventListener('beforeunload', noteNavigation);
  requestsInFlight += 1;
  try {
    return await send();
  } catch (error) {
    if (performance.now() - navigationStart < endsRequestsWithinMs)
      await new Promise((resolve) => setTimeout(resolve, navigationTimeoutMs));
    throw error;
  } finally {
    requestsInFlight -= 1;
    if (requestsInFlight === 0) {
      window.removeEventListener('beforeunload', noteNavigation);
      navigationStart = Number.NEGATIVE_INFINITY;
    }
  }
}

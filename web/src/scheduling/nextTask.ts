/**
 * Ends the current task, so that the browser can handle input before the next step of the start-up.
 * Needed for the limit of 50 ms blocking time (docs/benchmarks.md, "Pages"; decision 0085).
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

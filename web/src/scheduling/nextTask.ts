/** Ends the present task: the browser may answer a finger before the next. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

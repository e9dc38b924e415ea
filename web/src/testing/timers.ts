/**
 * Timers of a test file that end with it.
 *
 * Node's timers outlive the simulated browser: a callback that is due after the last test
 * finds no document and fails the whole run.
 */
const pending = new Set<ReturnType<typeof setTimeout>>();
const original = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };
let isEnded = false;

/** Replaces the timers of this file with ones that `endTimers` can cancel. */
export function trackTimers(): void {
  isEnded = false;
  pending.clear();
  globalThis.setTimeout = tracked(original.setTimeout);
  globalThis.setInterval = tracked(original.setInterval);
}

/** Cancels every pending timer, and every one that is started before the next file. */
export function endTimers(): void {
  isEnded = true;
  for (const timer of pending) clearTimeout(timer);
}

function tracked<Start extends typeof setTimeout | typeof setInterval>(start: Start): Start {
  return Object.assign((...parameters: Parameters<Start>) => {
    const timer = Reflect.apply(start, globalThis, parameters);
    if (isEnded) clearTimeout(timer);
    else pending.add(timer);
    return timer;
  }, start);
}

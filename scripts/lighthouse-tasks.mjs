/**
 * Blocking time by the CPU time of the tasks. Lighthouse counts their duration, which includes the time in which another
 * process or another guest of the host had the core: on two shared cores that is most of it.
 */
const slowdown = 4;
const longTaskMs = 50;

/** In milliseconds on the slowed-down CPU, from the first paint to the end of the trace. */
export function cpuBlockingTime({ traceEvents: events }) {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  const isTask = ({ name, ph, pid, tid }) =>
    ph === 'X' && name.endsWith('RunTask') && pid === paint.pid && tid === paint.tid;
  return events
    .filter((event) => isTask(event) && event.ts + event.dur > paint.ts)
    .map(({ tdur }) => (tdur * slowdown) / 1000 - longTaskMs)
    .filter((blocking) => blocking > 0)
    .reduce((sum, blocking) => sum + blocking, 0);
}

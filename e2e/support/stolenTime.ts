/** How long, since it started, this machine's host has given its processors to others while we wanted them, in milliseconds. */
import { readFileSync } from 'node:fs';

/** As the kernel counts it: in hundredths of a second, the eighth number of the first line. */
const tickMs = 10;
const column = 8;

export function stolenTime(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  return Number(line.split(/\s+/)[column] ?? 0) * tickMs;
}

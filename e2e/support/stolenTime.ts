/** CPU steal time: how long the host gave our processors to others since boot, in milliseconds. */
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second; steal is the eighth number of the first line. */
const tickMs = 10;
const column = 8;

export function stolenTime(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  return Number(line.split(/\s+/)[column] ?? 0) * tickMs;
}

/** The setup of the tests in a browser tracks their timers. */
import { setTimeout as nodeTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endTimers } from './timers.ts';

test('No timer of a test file runs after the file has ended', async () => {
  const calls: string[] = [];

  setTimeout(() => calls.push('pending'), 1);
  endTimers();
  setTimeout(() => calls.push('started later'), 1);
  setInterval(() => calls.push('repeated'), 1);
  // Timers of the same delay run in the order in which they were started.
  await nodeTimeout(1);

  expect(calls).toEqual([]);
});

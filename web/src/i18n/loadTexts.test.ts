/** Loading the texts: tried again when it fails, and never too many at once. */
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { network } from '../testing/network.ts';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});

async function loadFailing(failures: number) {
  let reads = 0;
  network.use(
    http.get('*/@texts/de.json', () => {
      reads += 1;
      return reads <= failures ? HttpResponse.error() : HttpResponse.json({ menu: 'da' });
    }),
  );
  const { loadTexts } = await import('./loadTexts.ts');
  const outcome = loadTexts('de').then(
    (texts) => texts,
    () => 'gave up',
  );
  let isSettled = false;
  void outcome.then(() => {
    isSettled = true;
  });
  while (!isSettled) {
    await vi.advanceTimersByTimeAsync(2_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { outcome: await outcome, reads };
}

// [R9.08]
test('five failures are forgiven', async () => {
  expect(await loadFailing(5)).toEqual({ outcome: { menu: 'da' }, reads: 6 });
});

// [R9.08]
test('the sixth is not', async () => {
  expect(await loadFailing(6)).toEqual({ outcome: 'gave up', reads: 6 });
});

// [R9.08]
test('at most ten reads run at once', async () => {
  const { withSlot } = await import('./loadTexts.ts');
  let running = 0;
  let most = 0;
  const finish: Array<() => void> = [];
  const reads = Array.from({ length: 25 }, () =>
    withSlot(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
    }),
  );
  while (finish.length < 25) {
    for (const done of finish) done();
    await Promise.resolve();
  }
  for (const done of finish) done();
  await Promise.all(reads);
  expect(most).toBe(10);
});

/** Loading the texts: retries and the limit of parallel requests. */
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { network } from '../testing/network.ts';
import type { Language } from './language.ts';

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

// [R9.01, R9.08]
test('five failures are retried', async () => {
  expect(await loadFailing(5)).toEqual({ outcome: { menu: 'da' }, reads: 6 });
});

// [R9.01, R9.08]
test('the sixth failure is final', async () => {
  expect(await loadFailing(6)).toEqual({ outcome: 'gave up', reads: 6 });
});

// [R9.01, R9.08]
test('at most ten requests run at once', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `l${index}`);
  vi.doMock('virtual:texts', () => ({
    textAddresses: Object.fromEntries(names.map((name) => [name, `/@texts/${name}.json`])),
  }));
  const waiting: Array<() => void> = [];
  let running = 0;
  let most = 0;
  vi.stubGlobal('fetch', async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => waiting.push(resolve));
    running -= 1;
    return Response.json({});
  });
  const { loadTexts } = await import('./loadTexts.ts');
  const loads = Promise.all(names.map((name) => loadTexts(name as Language)));
  for (let answered = 0; answered < names.length; answered += 1) {
    await vi.waitFor(() => expect(waiting).not.toHaveLength(0));
    waiting.shift()?.();
  }
  await loads;
  expect(most).toBe(10);
  vi.doUnmock('virtual:texts');
});

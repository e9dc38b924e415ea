/** A Google prompt that does not appear. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInWithGoogle } from './google.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    queueMicrotask(() => (nodes[0] as HTMLElement).dispatchEvent(new Event('load')));
  });
});
afterEach(() => vi.unstubAllGlobals());

// [R8.02]
test('no prompt within five seconds is reported, and a later token is still accepted', async () => {
  let callback: (answer: { credential: string }) => void = () => undefined;
  vi.stubGlobal('google', {
    accounts: {
      id: {
        initialize: (options: { callback: typeof callback }) => {
          callback = options.callback;
        },
        prompt: () => undefined,
        disableAutoSelect: () => undefined,
      },
    },
  });
  const results: string[] = [];
  await signInWithGoogle(
    { clientId: 'id', nonce: 'n' },
    { onToken: (token) => results.push(token), onProblem: (problem) => results.push(problem.text) },
  );
  vi.advanceTimersByTime(4_999);
  expect(results).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(results).toEqual(['auth.googleNoPrompt']);
  callback({ credential: 'late' });
  expect(results).toEqual(['auth.googleNoPrompt', 'late']);
});

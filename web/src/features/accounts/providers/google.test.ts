/** Google's prompt that never shows: five seconds, then the way around; a late answer still counts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askGoogle } from './google.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    queueMicrotask(() => (nodes[0] as HTMLElement).dispatchEvent(new Event('load')));
  });
});
afterEach(() => vi.unstubAllGlobals());

// [R8.02]
test('nothing seen for five seconds is a problem; the token that follows is taken', async () => {
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
  const heard: string[] = [];
  await askGoogle(
    { clientId: 'id', nonce: 'n' },
    { onToken: (token) => heard.push(token), onProblem: (problem) => heard.push(problem.text) },
  );
  vi.advanceTimersByTime(4_999);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['auth.googleNoPrompt']);
  callback({ credential: 'late' });
  expect(heard).toEqual(['auth.googleNoPrompt', 'late']);
});

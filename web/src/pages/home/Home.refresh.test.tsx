/** When the weather is refreshed: by the button, by a pull, after a time, and when the page becomes visible. */
import { act, fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

const minuteMs = 60_000;
let asked = 0;

beforeEach(() => {
  asked = 0;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  network.use(
    http.get('*/api/weather', () => {
      asked += 1;
      return HttpResponse.json(buildReport(new Date(Math.floor(Date.now() / 3.6e6) * 3.6e6)));
    }),
  );
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function look(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}

async function openPage() {
  const app = renderApp('/');
  await screen.findByText('Feels like 15°');
  expect(asked).toBe(1);
  return app;
}

// [R9.01, R9.02]
test('after fifteen minutes on the page', async () => {
  await openPage();
  await pass(14 * minuteMs);
  expect(asked).toBe(1);
  await pass(2 * minuteMs);
  await vi.waitFor(() => expect(asked).toBe(2));
});

describe('when the page becomes visible again', () => {
  test('not while the weather is younger than fifteen minutes', async () => {
    await openPage();
    look('hidden');
    await pass(14 * minuteMs);
    look('visible');
    await pass(100);
    expect(asked).toBe(1);
  });

  // [R9.01, R9.02]
  test('when it is older', async () => {
    await openPage();
    look('hidden');
    await pass(16 * minuteMs);
    expect(asked).toBe(1);
    look('visible');
    await vi.waitFor(() => expect(asked).toBe(2));
  });
});

test('by the button', async () => {
  const { user } = await openPage();
  await pass(2_000);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await vi.waitFor(() => expect(asked).toBe(2));
});

test('by a pull at the top of the page, if it is long enough', async () => {
  await openPage();
  await pass(2_000);
  const board = screen.getByRole('main').firstElementChild as HTMLElement;
  const pull = (distance: number) => {
    fireEvent.touchStart(board, { touches: [{ clientY: 100 }] });
    fireEvent.touchMove(board, { touches: [{ clientY: 100 + distance }] });
    fireEvent.touchEnd(board);
  };
  pull(60);
  await pass(500);
  expect(asked).toBe(1);
  pull(140);
  await vi.waitFor(() => expect(asked).toBe(2));
});

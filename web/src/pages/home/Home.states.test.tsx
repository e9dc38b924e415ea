/** Every loading and error state of the weather, with its message and action. */
import { act, screen } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tryAgain = () => screen.queryByRole('button', { name: 'Try Again' });

function answerNever() {
  let asked = 0;
  network.use(
    http.get('*/api/weather', async () => {
      asked += 1;
      await delay('infinite');
    }),
  );
  return { count: () => asked };
}

describe('with no weather to show', () => {
  // [R4.20]
  test('loading offers Try Again after five seconds, which restarts the request', async () => {
    const requests = answerNever();
    const { user } = renderApp('/');
    await screen.findByText('Loading the weather…');
    await pass(4_900);
    expect(tryAgain()).not.toBeInTheDocument();
    await pass(200);
    expect(requests.count()).toBe(1);
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await vi.waitFor(() => expect(requests.count()).toBe(2));
    expect(tryAgain()).not.toBeInTheDocument();
  });

  // [R4.20]
  test('retrying is shown, and offers Try Again after five seconds', async () => {
    let asked = 0;
    network.use(
      http.get('*/api/weather', async () => {
        asked += 1;
        if (asked > 1) await delay('infinite');
        return HttpResponse.error();
      }),
    );
    renderApp('/');
    expect(await screen.findByText('Trying again…')).toBeInTheDocument();
    await pass(5_100);
    expect(tryAgain()).toBeVisible();
  });

  // [R4.20, R8.04]
  test('a time-out offers Try Again at once', async () => {
    answerNever();
    renderApp('/');
    await screen.findByText('Loading the weather…');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await pass(30_000);
      await pass(5_000);
    }
    expect(
      await screen.findByText('Request timed out. The server is taking too long to respond.'),
    ).toBeInTheDocument();
    answerWeather();
    expect(tryAgain()).toBeVisible();
  });

  // [R4.20, R8.04]
  test.each([
    ['Unable to load weather data', () => new HttpResponse(null, { status: 500 })],
    ['Connection issue', () => HttpResponse.error()],
  ])('%s: Try Again is offered at once and loads the weather', async (text, answer) => {
    network.use(http.get('*/api/weather', answer));
    const { user } = renderApp('/');
    await screen.findByRole('heading', { name: 'Berlin' });
    await pass(5_000);
    expect(await screen.findByText(text)).toBeInTheDocument();
    answerWeather();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Feels like 15°')).toBeInTheDocument();
  });
});

test('weather that cannot be refreshed stays, shows its age, and can be requested again', async () => {
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
  answerWeather({ ...buildReport(new Date()), fetched_at: twoHoursAgo.toISOString() });
  const { user } = renderApp('/');
  await screen.findByText('Feels like 15°');
  network.use(http.get('*/api/weather', () => HttpResponse.error()));
  await pass(1_100);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await pass(4_000);
  const notice = await screen.findByText(/You are offline/);
  expect(notice.parentElement).toHaveTextContent('Updated 2 hr ago.');
  expect(screen.getByText('Feels like 15°')).toBeInTheDocument();
  answerWeather();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await vi.waitFor(() => expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument());
});

/** How accurate forecasts have been: one sentence, figures, a chart that is also a table, and a line on the dashboard. */
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { readStored, writeStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';

const numbers = (high: number) => ({
  temperature_2m_max: high,
  temperature_2m_min: 3,
  precipitation_sum: 0,
});

/** Thirty days of October with a result of 10 °C; the forecasts one day ahead are 11 °C, three days ahead 6 °C. */
const days = Array.from({ length: 30 }, (_, index) => ({
  date: `2026-10-${String(index + 1).padStart(2, '0')}`,
  result: numbers(10),
  forecasts: [numbers(11), index < 20 ? numbers(6) : null, null],
}));

const report = {
  unavailable: null,
  compared_with: 'analysis',
  period_days: 30,
  minimum_days: 10,
  leads: [
    {
      days_ahead: 1,
      days: 30,
      high: { days: 30, mean_error: 1, bias: 1, within_2_celsius: 27, within_4_fahrenheit: 28 },
      low: { days: 30, mean_error: 0.4, bias: -0.2, within_2_celsius: 30, within_4_fahrenheit: 30 },
      rain: { days: 30, hits: 8, misses: 2, false_alarms: 3, correct_dry: 17 },
      band: { values: 60, inside: 47, inside_uncorrected: 30, factor: 1.6 },
    },
    {
      days_ahead: 3,
      days: 20,
      high: { days: 20, mean_error: 4, bias: -4, within_2_celsius: 0, within_4_fahrenheit: 0 },
      low: null,
      rain: null,
      band: null,
    },
    { days_ahead: 5, days: 4, high: null, low: null, rain: null, band: null },
  ],
  days,
};

function answerAccuracy(change: object = {}) {
  network.use(
    http.get('*/api/weather/accuracy', () => HttpResponse.json({ ...report, ...change })),
  );
}

test('one sentence sums up the month, and the figures say what was forecast wrongly', async () => {
  answerAccuracy();
  renderApp('/accuracy');
  expect(
    await screen.findByText('Tomorrow’s high was within 2° on 27 of the last 30 days.'),
  ).toBeInTheDocument();
  expect(screen.getByText('How well the forecasts for Berlin matched the weather.')).toBeVisible();
  expect(screen.getByText('1.0° off on average, mostly too warm')).toBeInTheDocument();
  expect(screen.getByText('0.4° off on average')).toBeInTheDocument();
  expect(
    screen.getByText('Forecast on 11 days, it rained on 8. False alarms: 3.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/47 of 60 highs and lows were inside \(78%\)/)).toHaveTextContent(
    'Without our correction: 50%.',
  );
  expect(screen.getByText('We now show ranges 60% wider than the models do.')).toBeInTheDocument();
  expect(screen.getByText(/not with measurements/)).toBeInTheDocument();
});

test('forecasts made earlier have their own figures, and too few days none', async () => {
  answerAccuracy();
  const { user } = renderApp('/accuracy');
  await user.click(await screen.findByRole('radio', { name: '3 days' }));
  expect(
    screen.getByText('The high forecast 3 days ahead was within 2° on 0 of 20 recorded days.'),
  ).toBeInTheDocument();
  expect(screen.getByText('How certain these forecasts were is not known.')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: '5 days' }));
  expect(screen.getByText('4 of the 10 days needed are recorded so far.')).toBeInTheDocument();
});

test('the chart is used by keyboard and read as a table', async () => {
  answerAccuracy();
  const { user } = renderApp('/accuracy');
  const slider = await screen.findByRole('slider', { name: /Error of the forecast highs/ });
  expect(slider).toHaveAttribute('aria-valuetext', 'Friday 30 October: forecast 11°, it was 10°.');
  slider.focus();
  await user.keyboard('{Home}');
  expect(slider).toHaveAttribute('aria-valuenow', '1');
  await user.click(screen.getByRole('button', { name: 'Table' }));
  const table = await screen.findByRole('table');
  const row = within(table).getByRole('row', { name: /Thursday 1 October/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['11°', '10°', '3°', '3°', '0\u00a0mm', '0\u00a0mm']);
});

test('in Fahrenheit the sentence counts days within 4°', async () => {
  writeStored('units', { ...readStored('units'), temperature: 'fahrenheit' });
  answerAccuracy();
  renderApp('/accuracy');
  expect(await screen.findByText(/within 4° on 28 of the last 30 days/)).toBeInTheDocument();
});

test('simulated weather is marked, and a place without a record says so', async () => {
  answerAccuracy({ compared_with: 'simulation' });
  const { unmount } = renderApp('/accuracy');
  expect(await screen.findByText(/forecasts and results are made up/)).toBeInTheDocument();
  unmount();
  answerAccuracy({ unavailable: 'not_ready', leads: [], days: [] });
  renderApp('/accuracy?lat=1&lon=2&name=Elsewhere');
  expect(await screen.findByText(/Nothing is recorded for this place yet/)).toBeInTheDocument();
  expect(screen.getByText(/Elsewhere/)).toBeInTheDocument();
});

test('a failure offers to try again', async () => {
  network.use(
    http.get('*/api/weather/accuracy', () => new HttpResponse(null, { status: 500 }), {
      once: true,
    }),
  );
  const { user } = renderApp('/accuracy');
  expect(await screen.findByText('The accuracy could not be loaded.')).toBeInTheDocument();
  answerAccuracy();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText(/27 of the last 30 days/)).toBeInTheDocument();
});

test('the dashboard has one line that leads to the report of its place', async () => {
  answerWeather();
  answerAccuracy();
  const { user } = renderApp('/');
  await user.click(await screen.findByRole('link', { name: 'How accurate are these forecasts?' }));
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Forecast accuracy');
  expect(location.search).toContain('name=Berlin');
});

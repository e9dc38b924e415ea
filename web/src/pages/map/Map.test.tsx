/** The rain map: a sentence and a table first, then a picture that the keyboard controls. */
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ModelMap, RainReport } from '../../features/map/queries.ts';
import { writeStored } from '../../storage/store.ts';
import { buildAlert, covered } from '../../testing/alerts.ts';
import { network } from '../../testing/network.ts';
import { answerWeather, renderApp } from '../../testing/renderApp.tsx';
import { buildReport } from '../../testing/report.ts';

const newest = Date.parse('2026-11-17T14:00:00Z');
const minutes = (count: number) => new Date(newest + count * 60_000).toISOString();

const past = Array.from({ length: 13 }, (_, step) => ({
  time: minutes(10 * (step - 12)),
  kind: 'past' as const,
  id: String(newest / 1000 + 600 * (step - 12)),
}));
const ahead = Array.from({ length: 12 }, (_, step) => ({
  time: minutes(5 * (step + 1)),
  kind: 'forecast' as const,
  id: `${newest / 1000}+${5 * (step + 1)}`,
}));

const report: RainReport = {
  kind: 'radar',
  source: 'opera',
  attribution: [{ name: 'EUMETNET OPERA', url: 'https://www.eumetnet.eu/' }],
  observed_at: minutes(0),
  timezone: 'Europe/Berlin',
  frames: [...past, ...ahead],
  zoom: { min: 4, max: 6 },
  base_version: 'abc',
  summary: {
    state: 'approaching',
    intensity: 'moderate',
    from: minutes(38),
    to: minutes(62),
    margin_minutes: 8,
    distance_km: 40,
    bearing: 268,
    heading: 92,
    speed_kmh: 63,
    confidence: 'high',
  },
  next: [0, 10, 20, 30, 40, 50].map((minute) => ({
    time: minutes(minute),
    mm_per_hour: minute < 40 ? 0 : 3.2,
  })),
};

const model: ModelMap = {
  kind: 'model',
  attribution: [{ name: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/' }],
  fetched_at: minutes(-80),
  frames: Array.from({ length: 15 }, (_, step) => ({
    time: minutes(60 * (step - 2)),
    kind: step <= 2 ? ('past' as const) : ('forecast' as const),
    id: `${newest / 1000 + 3600 * (step - 2)}-${newest / 1000}`,
  })),
  zoom: { min: 4, max: 6 },
};
const noModel: ModelMap = { ...model, kind: 'none', attribution: [], fetched_at: null, frames: [] };

function answerRain(change: Partial<RainReport> = {}, map: ModelMap = noModel) {
  answerWeather();
  network.use(
    http.get('*/api/rain', () => HttpResponse.json({ ...report, ...change })),
    http.get('*/api/rain/model', () => HttpResponse.json(map)),
  );
}

const withState = (summary: Partial<RainReport['summary']>) => ({
  summary: { ...report.summary, ...summary },
});

/** Numbers and their units do not break: spaces in names are of any kind. */
const spaced = (text: string) => new RegExp(text.replaceAll(' ', '\\s').replaceAll('.', '\\.'));

/** The paragraph, not the announcements of the page. */
async function findSentence() {
  const heading = await screen.findByRole('heading', { name: 'Rain: Berlin' });
  const card = heading.closest('section') as HTMLElement;
  return within(card).getByRole('status');
}

beforeEach(() => {
  vi.useFakeTimers({ now: newest + 2 * 60_000, toFake: ['Date'] });
});

test('a sentence says what comes, from where and when', async () => {
  answerRain();
  renderApp('/map');
  expect(await findSentence()).toHaveTextContent(
    'Moderate rain 40 km west, arriving about 15:40, for about 25 minutes. It is moving east at 63 km/h. Give or take 8 minutes.',
  );
  expect(screen.getByText('Newest picture: 15:00')).toBeInTheDocument();
  const source = screen.getByRole('link', { name: 'EUMETNET OPERA' });
  expect(source).toHaveAttribute('href', 'https://www.eumetnet.eu/');
  expect(screen.getByText(/Coastlines and borders: Natural Earth/)).toBeInTheDocument();
});

test('the table has the rain of the next hour', async () => {
  answerRain();
  renderApp('/map');
  const table = await screen.findByRole('table', { name: 'The next hour' });
  expect(within(table).getByRole('row', { name: spaced('15:30 Dry 0 mm/h') })).toBeInTheDocument();
  expect(
    within(table).getByRole('row', { name: spaced('15:40 Moderate rain 3.2 mm/h') }),
  ).toBeInTheDocument();
});

test.each<[string, Partial<RainReport>]>([
  ['Dry. No rain within 100 km.', withState({ state: 'dry' })],
  [
    'Light rain 55 km north-east. None is expected here within the hour. It is moving east at 63 km/h.',
    withState({ state: 'nearby', intensity: 'light', distance_km: 55, bearing: 47 }),
  ],
  [
    'Raining now: heavy rain. It ends about 15:25. Give or take 5 minutes.',
    withState({ state: 'raining', intensity: 'heavy', to: minutes(26), margin_minutes: 5 }),
  ],
  [
    'Raining now: heavy rain. It lasts for the next hour at least.',
    withState({ state: 'raining', intensity: 'heavy', to: null }),
  ],
  [
    'Raining now: heavy rain. When it ends cannot be predicted.',
    withState({ state: 'raining', intensity: 'heavy', to: null, confidence: null }),
  ],
  [
    'Showers around, the nearest 12 km south. They cannot be timed.',
    withState({ state: 'showers', distance_km: 12, bearing: 181 }),
  ],
  ['The radar has sent no pictures since 15:00.', withState({ state: 'silent' })],
  [
    'There is no rain radar for this place.',
    { ...withState({ state: 'no_radar' }), kind: 'none', frames: [], next: [], source: null },
  ],
  ...(
    [
      [{ intensity: null }, 'The forecast expects no rain in the next hours.'],
      [
        { from: null, to: minutes(60) },
        'According to the forecast, it is raining now: moderate rain, until about 16:00.',
      ],
      [
        { from: null, to: null },
        'According to the forecast, it is raining now and for the next hours: moderate rain.',
      ],
      [
        { from: minutes(120), to: minutes(180) },
        'The forecast expects rain from about 17:00: moderate rain, until about 18:00.',
      ],
      [
        { from: minutes(120), to: null },
        'The forecast expects rain from about 17:00: moderate rain.',
      ],
    ] as Array<[Partial<RainReport['summary']>, string]>
  ).map(([summary, words]): [string, Partial<RainReport>] => [
    `No rain radar covers this place. ${words}`,
    { ...withState({ state: 'no_radar', ...summary }), kind: 'model', frames: [], source: null },
  ]),
])('%s', async (sentence, change) => {
  answerRain(change);
  renderApp('/map');
  expect(await findSentence()).toHaveTextContent(sentence);
});

test('the newest picture is shown first, and keys change the time', async () => {
  answerRain();
  const { user } = renderApp('/map');
  const slider = await screen.findByRole('slider', { name: 'Time of the picture' });
  expect(slider).toHaveAttribute('aria-valuetext', '15:00, newest picture');
  // Thirteen measured ones, and every second of the twelve ahead.
  expect(slider).toHaveAttribute('max', '18');
  await user.click(screen.getByRole('button', { name: 'Later picture' }));
  expect(slider).toHaveAttribute('aria-valuetext', '15:10, forecast');
  slider.focus();
  await user.keyboard('{PageDown}{PageDown}');
  expect(slider).toHaveAttribute('aria-valuetext', '14:10, past');
});

test('the picture says in words what it shows, and every move has a button', async () => {
  answerRain();
  renderApp('/map');
  expect(
    await screen.findByRole('img', {
      name: spaced('Rain around Berlin: Moderate rain 40 km west'),
    }),
  ).toBeInTheDocument();
  for (const name of ['North', 'South', 'West', 'East', 'Zoom in', 'Zoom out', 'Back to Berlin']) {
    expect(screen.getByRole('button', { name })).toBeInTheDocument();
  }
  const legend = screen.getByRole('list', { name: 'Legend' });
  expect(within(legend).getAllByRole('listitem')).toHaveLength(6);
});

test('nothing plays before it is started, and with reduced motion nothing plays', async () => {
  answerRain();
  const { unmount } = renderApp('/map');
  expect(await screen.findByRole('button', { name: 'Play' })).toBeInTheDocument();
  unmount();
  writeStored('accessibility', { reducedMotion: true });
  renderApp('/map');
  expect(await screen.findByRole('button', { name: 'Later picture' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Play' })).not.toBeInTheDocument();
});

test('simulated rain is marked', async () => {
  answerRain({ kind: 'simulated', attribution: [] });
  renderApp('/map');
  expect(await screen.findByText('Simulated rain, not a measurement')).toBeInTheDocument();
});

test('a failure offers to try again', async () => {
  answerWeather();
  network.use(
    http.get('*/api/rain', () => new HttpResponse(null, { status: 500 }), { once: true }),
  );
  const { user } = renderApp('/map');
  expect(await screen.findByText('The rain map could not be loaded.')).toBeInTheDocument();
  answerRain();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('table', { name: 'The next hour' })).toBeInTheDocument();
});

test('rain of a model is named as such, with its source and its own steps', async () => {
  answerRain({
    ...withState({ state: 'no_radar', intensity: null }),
    kind: 'model',
    frames: [],
    source: null,
    observed_at: null,
    attribution: [{ name: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/' }],
  });
  renderApp('/map');
  expect(await screen.findByText('Model, not radar')).toBeInTheDocument();
  expect(screen.getByRole('table', { name: 'The next hours' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Weather data by Open-Meteo.com' })).toBeInTheDocument();
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});

test('without radar the map shows the rain of the model, named as such, with its time and source', async () => {
  const summary = withState({ state: 'no_radar', intensity: null });
  answerRain({ ...summary, kind: 'model', frames: [], source: null, attribution: [] }, model);
  renderApp('/map');
  const heading = await screen.findByRole('heading', { name: 'Map' });
  const card = heading.closest('section') as HTMLElement;
  expect(within(card).getByText('Model, not radar · as of 13:40')).toBeInTheDocument();
  expect(within(card).getByRole('link', { name: 'Weather data by Open-Meteo.com' })).toBeVisible();
  const slider = within(card).getByRole('slider');
  expect(slider).toHaveAttribute('aria-valuetext', '15:00, now');
  expect(within(card).getByText('No forecast')).toBeInTheDocument();
});

test('temperature and wind are loaded when they are chosen, with their own times and legend', async () => {
  answerRain({}, model);
  const { user } = renderApp('/map');
  const slider = await screen.findByRole('slider');
  expect(slider).toHaveAttribute('max', '18');
  expect(screen.queryByText(/Forecast model/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Temperature' }));
  expect(await screen.findByText('Forecast model, not a measurement · as of 13:40')).toBeVisible();
  expect(screen.getByRole('slider')).toHaveAttribute('max', '14');
  const legend = screen.getByRole('list', { name: 'Legend' });
  const rows = within(legend).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent?.trim())).toEqual([
    ...['-5°', '4°', '12°', '18°', '24°', '31°'].map((step) => `up to ${step}`),
    'over 31°',
    'No forecast',
  ]);
  expect(screen.getByRole('img', { name: /^Temperature around Berlin/ })).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Wind' }));
  expect(
    within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem'),
  ).toHaveLength(6);
  await user.click(screen.getByRole('radio', { name: 'Rain' }));
  expect(screen.getByRole('slider')).toHaveAttribute('max', '18');
});

test('a simulated forecast is marked, and one that is missing is said to be', async () => {
  answerRain({}, { ...model, kind: 'simulated', attribution: [] });
  const { user, unmount } = renderApp('/map');
  await user.click(await screen.findByRole('radio', { name: 'Wind' }));
  expect(
    await screen.findByText('Simulated forecast, not a measurement · as of 13:40'),
  ).toBeVisible();
  unmount();
  answerRain({}, noModel);
  renderApp('/map');
  await user.click(await screen.findByRole('radio', { name: 'Temperature' }));
  expect(await screen.findByText(/The forecast map is not available right now/)).toBeVisible();
  expect(screen.getByRole('slider')).toHaveAttribute('max', '18');
});

test('the alerts of the place are listed, and their areas are on the map', async () => {
  answerRain();
  answerWeather({
    ...buildReport(new Date(newest)),
    alerts: covered(buildAlert({ id: 'storm-1' })),
  });
  const areas: string[] = [];
  network.use(
    http.get('*/api/alerts/:id/area', ({ params }) => {
      areas.push(String(params.id));
      const ring = [
        [13, 52],
        [14, 52],
        [14, 53],
        [13, 52],
      ];
      return HttpResponse.json({ bounds: null, polygons: [[ring]], is_complete: true });
    }),
  );
  renderApp('/map');
  expect(await screen.findByText(/The outlined areas are those of the alerts/)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Alerts' })).toBeInTheDocument();
  expect(areas).toEqual(['storm-1']);
});

test('with the crosshair, arrow keys read the map in steps of ten kilometres', async () => {
  answerRain();
  const { user } = renderApp('/map');
  const map = await screen.findByRole('group', { name: 'Map' });
  await user.click(screen.getByRole('checkbox', { name: 'Read the map with the arrow keys' }));
  map.focus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getByText(spaced('20 km west: not loaded yet'))).toBeInTheDocument();
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowRight}{ArrowRight}');
  expect(screen.getByText(spaced('20 km north: not loaded yet'))).toBeInTheDocument();
});

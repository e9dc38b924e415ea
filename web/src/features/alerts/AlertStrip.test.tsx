/** Alerts on the page: one strip, and what each alert says when it is opened. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { ApiContext } from '../../api/ApiContext.ts';
import { createApi } from '../../api/client.ts';
import { buildAlert, covered } from '../../testing/alerts.ts';
import { network } from '../../testing/network.ts';
import { renderPart } from '../../testing/renderPart.tsx';
import type { AlertLevel } from '../../ui/status/alertLevel.ts';
import { AlertStrip } from './AlertStrip.tsx';
import { type Alert, type Alerts, mostImportantFirst } from './alerts.ts';

const place = { latitude: 52.52, longitude: 13.41 };
const render = (alerts: Alerts) => {
  const { client } = createApi({ reload: () => undefined, resetLocations: () => undefined });
  return renderPart(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ApiContext value={client}>
        <AlertStrip alerts={alerts} timeZone="Europe/Berlin" place={place} />
      </ApiContext>
    </QueryClientProvider>,
  );
};
const strip = () => screen.getByRole('region', { name: 'Alerts' });

const levels: Record<AlertLevel, Partial<Alert>> = {
  info: { severity: 'info' },
  moderate: { severity: 'moderate' },
  severe: { severity: 'severe', cap_severity: 'severe' },
  extreme: { severity: 'severe', cap_severity: 'extreme' },
};
const hazard = { kind: 'gusts', peak: 25, peak_at: '2026-07-01T16:00:00Z' } as const;
const ours = (change: Partial<Alert> = {}) =>
  buildAlert({ id: 'ours', origin: 'computed', issuer: null, texts: [], hazard, ...change });

// [R1.07]
test.each<[AlertLevel, string]>([
  ['info', 'Info'],
  ['moderate', 'Moderate'],
  ['severe', 'Severe'],
  ['extreme', 'Extreme'],
])('%s is shown by colour, icon and word', (level, word) => {
  const { container } = render(covered(buildAlert(levels[level])));
  expect(within(strip()).getByText(word)).toBeVisible();
  expect(container.querySelector(`[data-level="${level}"]`)).toBeInTheDocument();
  const icons = Object.values(levels).map((change) => {
    const { container: other } = render(covered(buildAlert(change)));
    return other.querySelector('svg path')?.getAttribute('d');
  });
  expect(new Set(icons).size).toBe(4);
});

test('opens to what, where, when, how likely and what to do, in the words of the authority', async () => {
  network.use(http.get('*/api/alerts/a/area', () => HttpResponse.json({}, { status: 404 })));
  const { user } = render(
    covered(buildAlert({ certainty: 'likely', attribution: 'Quelle: Deutscher Wetterdienst' })),
  );
  expect(screen.getByText('Until Wed 21:00')).toBeVisible();
  expect(screen.getByText('Issued by Deutscher Wetterdienst')).toBeVisible();
  await user.click(screen.getByText('Wind gusts'));
  for (const [name, text] of [
    ['What', 'Gusts up to 90 km/h from the west.'],
    ['Where', 'Berlin'],
    ['When', 'Wed 17:00 to Wed 21:00'],
    ['Likelihood', 'Likely'],
    ['What to do', 'Keep away from trees.'],
  ] as const) {
    expect((await screen.findByText(name)).nextSibling).toHaveTextContent(text);
  }
  expect(screen.getByText(/Quelle: Deutscher Wetterdienst/)).toBeVisible();
  expect(screen.getAllByText(/Issued by/)).toHaveLength(1);
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://www.dwd.de/');
});

test('several are one strip with their number, the worst severity and one origin', async () => {
  const { user, container } = render(
    covered(
      buildAlert(),
      buildAlert({
        id: 'b',
        severity: 'severe',
        ends_at: '2026-07-02T03:00:00Z',
        texts: [{ ...buildAlert().texts[0], title: 'Heavy rain' } as Alert['texts'][number]],
      }),
    ),
  );
  expect(screen.getByText('2 official alerts · Heavy rain, Wind gusts')).toBeVisible();
  expect(screen.getByText('Until Thu 05:00')).toBeVisible();
  expect(screen.getAllByText('Issued by Deutscher Wetterdienst')).toHaveLength(1);
  expect(container.querySelector('section > [data-level]')).toHaveAttribute('data-level', 'severe');
  expect((await screen.findAllByText('Wed 17:00 to Thu 05:00'))[0]).not.toBeVisible();
  await user.click(screen.getByText('2 official alerts · Heavy rain, Wind gusts'));
  expect(within(strip()).getAllByRole('listitem')).toHaveLength(2);
});

test('official alerts beside our own say which are whose', () => {
  render(covered(buildAlert(), ours()));
  expect(
    screen.getByText('Issued by Deutscher Wetterdienst; some are Halcyon’s own'),
  ).toBeVisible();
});

// WCAG 3.1.2: a screen reader reads an issued text in the language it is written in.
test('the text of an issued alert is marked with its language, ours is not', async () => {
  render(covered(buildAlert(), ours()));
  for (const text of [
    'Wind gusts',
    'Gusts up to 90 km/h from the west.',
    'Keep away from trees.',
  ]) {
    expect((await screen.findByText(text)).closest('[lang]')).toHaveAttribute('lang', 'en-GB');
  }
  expect(screen.getByText('Severe gusts').closest('section [lang]')).toBeNull();
});

test('a title in another language has its type in ours before it', () => {
  const text = {
    language: 'nb',
    title: 'Kraftig kuling',
    description: 'x',
    instruction: null,
    area: 'Oslo',
  };
  render(covered(buildAlert({ family: 'wind', texts: [text] })));
  expect(screen.getByText('Kraftig kuling')).toHaveAttribute('lang', 'nb');
  expect(strip()).toHaveTextContent('Wind · Kraftig kuling');
});

test('beside a translation of the authority stands its original text', async () => {
  const english = buildAlert().texts[0] as Alert['texts'][number];
  const german = { ...english, language: 'de-DE', title: 'Amtliche Warnung vor Windböen' };
  render(covered(buildAlert({ texts: [german, english] })));
  expect(await screen.findByText('Original text')).toBeInTheDocument();
  expect(screen.getByText('Amtliche Warnung vor Windböen').closest('[lang]')).toHaveAttribute(
    'lang',
    'de-DE',
  );
});

// [C17]
test.each([
  ['2026-07-01T10:00:00Z', 'Gusts up to 25 m/s, strongest around 18:00.'],
  ['2026-06-30T21:59:00Z', 'Gusts up to 25 m/s, strongest around 18:00 on Wednesday.'],
])('at %s the peak of a hazard reads: %s', async (now, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  render(covered(ours()));
  expect(await screen.findByText(expected)).toBeInTheDocument();
});

test.each([
  ['info', 'Strong gusts'],
  ['moderate', 'Severe gusts'],
  ['severe', 'Hurricane-force gusts'],
] as const)('our own alert of level %s is named %s', (severity, title) => {
  render(covered(ours({ severity, cap_severity: null })));
  expect(strip()).toHaveTextContent(title);
});

test('a limit of height is stated', async () => {
  render(covered(buildAlert({ height_limits: { above: 1000, below: null } })));
  expect(await screen.findByText('Applies above 1,000 m')).toBeInTheDocument();
});

test('a computed hazard is never presented as an official alert', async () => {
  const { container } = render(covered(ours()));
  expect(screen.getAllByText(/Halcyon’s own alert.*not an official one/)[0]).toBeVisible();
  expect(container.querySelector('[data-origin="computed"]')).toBeInTheDocument();
  expect(screen.queryByText(/Issued by/)).not.toBeInTheDocument();
  expect(screen.getByText('Severe gusts')).toBeVisible();
});

test('the most severe comes first, then issued before computed, then the earlier', () => {
  const alerts = [
    buildAlert({ id: 'later', starts_at: '2026-07-02T00:00:00Z' }),
    buildAlert({ id: 'ours', origin: 'computed' }),
    buildAlert({ id: 'info', severity: 'info' }),
    buildAlert({ id: 'severe', severity: 'severe' }),
    buildAlert({ id: 'extreme', ...levels.extreme }),
    buildAlert({ id: 'earlier' }),
  ];
  expect(mostImportantFirst(alerts).map(({ id }) => id)).toEqual([
    'extreme',
    'severe',
    'earlier',
    'later',
    'ours',
    'info',
  ]);
});

test('alerts that cannot be matched, or hold at other heights, are listed under their own heading', async () => {
  render({
    ...covered(),
    coverage: 'unmatched',
    unmatched: [buildAlert()],
    other_heights: [buildAlert({ id: 'b', height_limits: { above: 1000, below: null } })],
  });
  expect(await screen.findByText(/cannot tell whether they concern this place/)).toBeVisible();
  expect(screen.getByText('In this area, but for other heights:')).toBeVisible();
});

test('without alerts there is no strip', () => {
  const { container } = render(covered());
  expect(container).toBeEmptyDOMElement();
});

test('an opened alert has a map of its area, and a text that says the same', async () => {
  const square = [
    [13, 52],
    [14, 52],
    [14, 53],
    [13, 53],
    [13, 52],
  ];
  const asked: string[] = [];
  network.use(
    http.get('*/api/alerts/:id/area', ({ params }) => {
      asked.push(String(params.id));
      return HttpResponse.json({ bounds: null, polygons: [[square]], is_complete: true });
    }),
  );
  const { user } = render(covered(buildAlert()));
  expect(asked).toEqual([]);
  await user.click(screen.getByText('Wind gusts'));
  const map = await screen.findByRole('figure', { name: 'Map of the area' });
  // A degree of latitude is 111 km, one of longitude at 52.5° north 68 km.
  expect(map).toHaveTextContent(
    'The area extends about 68 km from west to east and 111 km from north to south. The place is in the middle of it.',
  );
  expect(map.querySelectorAll('path').length).toBeGreaterThan(1);
  expect(asked).toEqual(['a']);
});

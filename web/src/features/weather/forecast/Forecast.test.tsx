/** The three views of the forecast: each chart has a table, a summary and keyboard steps. */
import { virtual } from '@guidepup/virtual-screen-reader';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { writeStored } from '../../../storage/store.ts';
import { defaultUnits } from '../../../storage/values.ts';
import { renderPart } from '../../../testing/renderPart.tsx';
import { buildReport, certain } from '../../../testing/report.ts';
import { dataOf, type WeatherReport } from '../report.ts';
import { type AlertPeriod, AlertPeriodsContext } from '../series/alertPeriods.ts';
import { Forecast } from './Forecast.tsx';

/** Wednesday, 10:00 in Berlin. */
const from = new Date('2026-07-01T08:00:00Z');
const now = new Date('2026-07-01T08:20:00Z');
const render = (report = buildReport(from)) => renderPart(<Forecast report={report} now={now} />);
const hourChart = () => screen.getByRole('slider', { name: 'Chart of the next 48 hours' });

test('each hour is a column with time, condition, temperature, probability and wind', () => {
  render();
  const [first, second] = within(screen.getByRole('list', { name: 'Hour by hour' })).getAllByRole(
    'listitem',
  );
  expect(first).toHaveTextContent('Now');
  for (const text of ['11:00', '1°', '20%', '5']) {
    expect(second).toHaveTextContent(text);
  }
  const pictures = second ? within(second).getAllByRole('img') : [];
  expect(pictures.map((picture) => picture.getAttribute('aria-label'))).toEqual([
    'Partly cloudy',
    'Chance of precipitation 20%',
    'Wind 5\u00a0m/s',
  ]);
});

// One "now": the report's current values are 17.2° and light rain, its hour says 0° and partly cloudy.
test('the current hour has the values of the headline', async () => {
  render();
  const [first] = within(screen.getByRole('list', { name: 'Hour by hour' })).getAllByRole(
    'listitem',
  );
  expect(first).toHaveTextContent('17°');
  expect(hourChart().getAttribute('aria-valuetext')).toMatch(/^Now: Light rain, 17°, /);
});

test('the current hour of an old report has its forecast', () => {
  const report = buildReport(from);
  const current = dataOf(report.current);
  if (current) current.time = '2026-07-01T06:45:00Z';
  render(report);
  expect(hourChart().getAttribute('aria-valuetext')).toMatch(/^Now: Partly cloudy, 0°, /);
});

test('hours in which an alert is in force are marked and spoken, the most severe one', async () => {
  const period = (startsAt: string, level: AlertPeriod['level'], label: string): AlertPeriod => ({
    startsAt,
    endsAt: '2026-07-01T11:30:00Z',
    level,
    label,
  });
  const periods = [
    period('2026-07-01T09:10:00Z', 'moderate', 'Rain (Moderate)'),
    period('2026-07-01T10:00:00Z', 'extreme', 'Wind (Extreme)'),
  ];
  const { user, container } = renderPart(
    <AlertPeriodsContext value={periods}>
      <Forecast report={buildReport(from)} now={now} />
    </AlertPeriodsContext>,
  );
  const hours = within(screen.getByRole('list', { name: 'Hour by hour' })).getAllByRole('listitem');
  // 10:00 to 14:00 in Berlin; the last hour ends the alerts half way.
  expect(hours.slice(0, 5).map((hour) => hour.dataset.level)).toEqual([
    undefined,
    'moderate',
    'extreme',
    'extreme',
    undefined,
  ]);
  expect(
    within(hours[2] as HTMLElement).getByRole('img', { name: 'alert: Wind (Extreme)' }),
  ).toBeInTheDocument();
  hourChart().focus();
  await user.keyboard('{ArrowRight}');
  expect(hourChart().getAttribute('aria-valuetext')).toMatch(/, alert: Rain \(Moderate\)\.$/);
  await screen.findByText('°C', { selector: 'text' });
  expect(container.querySelectorAll('svg g[data-level]')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Table' }));
  expect(await screen.findByRole('columnheader', { name: 'Alerts' })).toBeInTheDocument();
});

test('the tab is in the address, and a reload shows it again', async () => {
  const { user, unmount } = render();
  await user.click(screen.getByRole('tab', { name: 'Daily' }));
  expect(window.location.search).toBe('?tab=daily');
  unmount();
  render();
  expect(screen.getByRole('tab', { name: 'Daily' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('tab', { name: 'Hourly' }));
  expect(window.location.search).toBe('');
});

test('the keyboard steps through the hour chart, which describes each hour', async () => {
  const { user } = render();
  hourChart().focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{PageUp}');
  expect(hourChart()).toHaveAttribute(
    'aria-valuetext',
    '18:00: Partly cloudy, 8°, chance of precipitation 20%, wind 5\u00a0m/s, gusts 10\u00a0m/s.',
  );
  await user.keyboard('{Home}');
  expect(hourChart()).toHaveAttribute('aria-valuenow', '1');
});

test('the summary has the extremes of the hours', () => {
  render();
  expect(
    screen.getByText(
      'Lowest 0° (Thu 10:00), highest 23° (Thu 09:00). No precipitation. Gusts up to 10 m/s (Wed 10:00).',
    ),
  ).toBeInTheDocument();
});

test('the table has the same numbers, hour for hour', async () => {
  const { user } = render();
  await user.click(screen.getByRole('button', { name: 'Table' }));
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows).toHaveLength(27);
  expect(rows[2]).toHaveTextContent('Wed 11:00Partly cloudy1°10°20%0 mm5 m/s10 m/s');
  await user.click(screen.getByRole('button', { name: 'Chart' }));
  expect(hourChart()).toBeInTheDocument();
});

// [R1.05]
test('the daily chart switches between temperature and precipitation', async () => {
  const { user, container } = render();
  await user.click(screen.getByRole('tab', { name: 'Daily' }));
  const temperatures = await screen.findByRole('slider', {
    name: 'Chart of the week’s temperatures',
  });
  expect(await within(temperatures).findAllByText('19°')).toHaveLength(7);
  expect(screen.getByText(/^Lowest 11° .* highest 19°/)).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Precipitation' }));
  const amounts = screen.getByRole('slider', { name: 'Chart of the week’s precipitation' });
  expect(within(amounts).getAllByText('2.0')).toHaveLength(7);
  expect(within(amounts).getAllByText('mm')).toHaveLength(1);
  expect(within(amounts).getAllByText('85%')).toHaveLength(7);
  expect(within(amounts).queryByText('19°')).not.toBeInTheDocument();
  expect(screen.getByText(/^14.0 mm of precipitation in all/)).toBeInTheDocument();
  expect(container.querySelectorAll('rect[fill-opacity]')).toHaveLength(7);
});

test('the keyboard steps through the daily chart, which opens as a table', async () => {
  const { user } = render();
  await user.click(screen.getByRole('tab', { name: 'Daily' }));
  (await screen.findByRole('slider')).focus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    'Thursday 2 July: Rain showers, 11° to 19°, chance of precipitation 85%, 2.0\u00a0mm, wind 8\u00a0m/s.',
  );
  await user.click(screen.getByRole('button', { name: 'Table' }));
  expect(within(await screen.findByRole('table')).getAllByRole('row')).toHaveLength(8);
});

test('each axis has the chosen unit once', async () => {
  writeStored('units', { ...defaultUnits, temperature: 'fahrenheit', windSpeed: 'mph' });
  render();
  expect(await screen.findByText('°F', { selector: 'text' })).toBeInTheDocument();
  expect(screen.getByText('80', { selector: 'text' })).toBeInTheDocument();
  expect(screen.getAllByText('mph', { selector: 'text' })).toHaveLength(1);
});

test('dry hours have one line instead of a panel of precipitation', async () => {
  render();
  await screen.findByText('°C', { selector: 'text' });
  expect(screen.getByText('No precipitation.', { selector: 'text' })).toBeInTheDocument();
});

test('the lowest and the highest hour are marked', async () => {
  render();
  await screen.findByText('°C', { selector: 'text' });
  const marked = within(hourChart()).getAllByText(/^\d+°$/, { selector: 'text' });
  expect(marked.map((label) => label.textContent)).toEqual(['23°', '0°']);
});

// [R1.03, R9.01]
test('each of fifteen days has condition, low, high, probability, amount and wind', async () => {
  const { user } = render();
  await user.click(screen.getByRole('tab', { name: '15 days' }));
  const rows = await screen.findAllByRole('group');
  expect(rows).toHaveLength(15);
  for (const row of rows) {
    for (const text of ['11°', '19°', '85%', '2.0 mm', '8 m/s']) {
      expect(row).toHaveTextContent(text);
    }
    const names = within(row)
      .getAllByRole('img')
      .map((picture) => picture.getAttribute('aria-label'));
    expect(names).toEqual([
      'Rain showers',
      'Chance of precipitation 85%',
      'Wind 8\u00a0m/s',
      'Low 11°',
      'High 19°',
    ]);
  }
});

const withConfidence = (): WeatherReport => {
  const report = buildReport(from);
  const days = dataOf(report.daily)?.days ?? [];
  return {
    ...report,
    confidence: { fetched_at: from.toISOString(), attribution: 'Ensemble', url: null },
    daily: { days: days.map((day) => ({ ...day, confidence: certain() })) },
  };
};

test('a day that is uncertain has a range instead of a number, and the band in words', async () => {
  const { user } = render(withConfidence());
  await user.click(screen.getByRole('tab', { name: '15 days' }));
  const [row] = await screen.findAllByRole('group');
  const names = within(row as HTMLElement)
    .getAllByRole('img')
    .map((picture) => picture.getAttribute('aria-label'));
  // The low is known within 2°, the high within 6°.
  expect(names.slice(3)).toEqual(['Low 11°', '8 times in 10: 10° to 22°', 'High 16° to 22°']);
  await user.click(within(row as HTMLElement).getByText('Today'));
  expect(await screen.findByText('Precipitation likely, amount uncertain')).toBeInTheDocument();
  expect(screen.getByText('Precipitation 0 mm to 8.0 mm')).toBeInTheDocument();
});

test('the usual range of the date is marked, explained and said where it is known', async () => {
  const report = buildReport(from);
  const [today] = dataOf(report.daily)?.days ?? [];
  if (!today) throw new Error('the report has no day');
  today.normal = {
    temperature_2m_max: 24,
    temperature_2m_min: 13,
    temperature_2m_max_band: { p10: 19, p90: 30 },
    wet_days: 30,
  };
  const { user } = render(report);
  await user.click(screen.getByRole('tab', { name: '15 days' }));
  const outlook = await screen.findByRole('region', { name: '15-day outlook' });
  expect(within(outlook).getAllByRole('img', { name: /^Usual/ })).toEqual([
    within(outlook).getByRole('img', { name: 'Usual for the date: 13° to 24°' }),
  ]);
  expect(within(outlook).getByText('Usual for the date', { exact: false })).toBeInTheDocument();
});

test('without an ensemble the outlook says that its certainty is not available', async () => {
  const { user } = render();
  await user.click(screen.getByRole('tab', { name: '15 days' }));
  expect(
    await screen.findByText('How certain these days are is not available right now.'),
  ).toBeInTheDocument();
  expect(screen.queryByText('8 times in 10')).not.toBeInTheDocument();
});

test('the chart of the days says its band aloud and lists it in its table', async () => {
  const { user } = render(withConfidence());
  await user.click(screen.getByRole('tab', { name: 'Daily' }));
  (await screen.findByRole('slider')).focus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('High 16° to 22° 8 times in 10'),
  );
  await user.click(screen.getByRole('button', { name: 'Table' }));
  const table = within(await screen.findByRole('table'));
  expect(table.getByRole('columnheader', { name: 'Range of highs' })).toBeInTheDocument();
  expect(table.getAllByRole('cell', { name: '16° to 22°' })).toHaveLength(7);
});

// [R3.18]
test('the mean of a day is in its details and in the table', async () => {
  const { user } = render();
  await user.click(screen.getByRole('tab', { name: '15 days' }));
  const outlook = await screen.findByRole('region', { name: '15-day outlook' });
  await user.click(within(outlook).getAllByText('Today')[0] as HTMLElement);
  expect(await within(outlook).findByText('Mean 15°')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Daily' }));
  await user.click(await screen.findByRole('button', { name: 'Table' }));
  const [header, first] = within(await screen.findByRole('table')).getAllByRole('row');
  const column = within(header as HTMLElement)
    .getAllByRole('columnheader')
    .findIndex(({ textContent }) => textContent === 'Mean');
  expect(first?.children[column]).toHaveTextContent('15°');
});

test('a screen reader reads the tabs, the hours and the chart', async () => {
  const { container } = render();
  await virtual.start({ container });
  while ((await virtual.lastSpokenPhrase()) !== 'end of figure, Chart of the next 48 hours') {
    await virtual.next();
  }
  const spoken = (await virtual.spokenPhraseLog()).join('\n');
  await virtual.stop();
  expect(spoken).toMatch(/tab, Hourly.*selected/);
  expect(spoken).toContain('list, Hour by hour');
  expect(spoken).toMatch(/slider, Chart of the next 48 hours.*Now: Light rain, 17°/);
  expect(spoken).toContain('Lowest 0° (Thu 10:00), highest 23° (Thu 09:00).');
});

// [R3.18]
test('the icons of a day and its parts follow the sun, not the clock', async () => {
  const report = buildReport(from);
  const days = dataOf(report.daily)?.days ?? [];
  const part = (isDay: boolean) => ({
    condition: 'sunny' as const,
    is_day: isDay,
    icon: 'clear-day' as const,
    temperature_2m_max: 1,
    temperature_2m_min: 0,
    precipitation_sum: 0,
    precipitation_probability_max: 0,
    wind_speed_10m_max: 1,
  });
  const [today, ...others] = days;
  if (!today) throw new Error('the report has no day');
  const sun = { ...today.sun, polar: 'night' as const };
  today.condition = 'sunny';
  today.periods = {
    morning: part(true),
    day: part(true),
    evening: part(false),
    night: part(false),
  };
  for (const day of others) Object.assign(day, { sun, condition: 'sunny' });
  const { user } = render(report);
  const iconIn = (item: HTMLElement | undefined) => item?.querySelector('svg')?.innerHTML;
  const [morning, , evening, night] = within(
    await screen.findByRole('region', { name: 'Today' }),
  ).getAllByRole('listitem');
  expect(iconIn(evening)).toBe(iconIn(night));
  expect(iconIn(evening)).not.toBe(iconIn(morning));
  await user.click(screen.getByRole('tab', { name: '15 days' }));
  const [lit, dark] = within(
    await screen.findByRole('region', { name: '15-day outlook' }),
  ).getAllByRole('listitem');
  expect(iconIn(lit)).toBe(iconIn(morning));
  expect(iconIn(dark)).toBe(iconIn(night));
});

// [C34]
test('late in the evening the parts of the day are those of tomorrow', async () => {
  const report = buildReport(from);
  const part = {
    condition: 'sunny' as const,
    is_day: true,
    icon: 'clear-day' as const,
    temperature_2m_max: 21,
    temperature_2m_min: 10,
    precipitation_sum: 0,
    precipitation_probability_max: 0,
    wind_speed_10m_max: 1,
  };
  for (const day of dataOf(report.daily)?.days ?? []) {
    day.periods = { morning: part, day: part, evening: part, night: part };
  }
  // 22:00 in Berlin.
  renderPart(<Forecast report={report} now={new Date('2026-07-01T20:00:00Z')} />);
  expect(await screen.findByRole('region', { name: 'Tomorrow' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Today' })).not.toBeInTheDocument();
});

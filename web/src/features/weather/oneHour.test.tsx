/** Sentence, icon, chart, table and speech say the same about one hour, whatever its values are. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageTexts } from '../../../build/texts.ts';
import { createTranslation } from '../../i18n/I18n.tsx';
import { renderPart } from '../../testing/renderPart.tsx';
import { buildReport } from '../../testing/report.ts';
import { hourWidth } from './charts/hours/layout.ts';
import { dialHours } from './dial/dialHours.ts';
import { HourDial } from './dial/HourDial.tsx';
import { Forecast } from './forecast/Forecast.tsx';
import { drawingOf } from './icons/drawings.ts';
import { placePath } from './icons/placePath.ts';
import { type Condition, dataOf, type Hourly, type WeatherReport } from './report.ts';

/** Wednesday, 02:00 in Berlin and midnight in UTC, where steps of three hours begin. */
const now = new Date('2026-07-01T00:00:00Z');
const { find } = createTranslation({ language: 'en', texts: JSON.parse(pageTexts('en')) });
const conditions: Condition[] = [
  'sunny',
  'partly_cloudy',
  'overcast',
  'fog',
  'light_rain',
  'heavy_snow',
  'freezing_rain',
  'thunderstorm',
  'gale',
];

/** Numbers from 0 to 1 that depend on the seed only (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function randomReport(seed: number): WeatherReport & { hourly: Hourly } {
  const random = randomNumbers(seed);
  const report = buildReport(now);
  const hourly = dataOf(report.hourly);
  if (!hourly) throw new Error('the built report has hours');
  const each = <T,>(value: (index: number) => T) => hourly.time.map((_, index) => value(index));
  const between = (low: number, high: number) => each(() => low + random() * (high - low));
  const steps = each((index) => (index < 12 ? 1 : 3));
  const amounts = between(0, 4).map((amount) => (amount < 1 ? 0 : amount));
  const changed: Hourly = {
    ...hourly,
    step_hours: steps,
    temperature_2m: between(-15, 35),
    precipitation: amounts.map((amount, index) => amounts[index - (index % 3)] ?? amount),
    precipitation_probability: between(0, 100),
    wind_speed_10m: between(0, 20),
    wind_gusts_10m: between(20, 30),
    is_day: each(() => random() > 0.5),
    condition: each(() => conditions[Math.floor(random() * conditions.length)] ?? 'partly_cloudy'),
  };
  // The first hour is now, and shows the current values.
  const current = dataOf(report.current);
  if (!current) throw new Error('the built report has current weather');
  return {
    ...report,
    current: {
      ...current,
      temperature_2m: changed.temperature_2m[0] ?? null,
      wind_speed_10m: changed.wind_speed_10m[0] ?? null,
      wind_gusts_10m: changed.wind_gusts_10m[0] ?? null,
      is_day: changed.is_day[0] ?? true,
      current_weather_condition: changed.condition[0] ?? null,
    },
    hourly: changed,
  };
}

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

/** The cells of an hour in the table, as the sentence about it. */
function sentenceOf(cells: string[]): string {
  const [time = '', condition, temperature, , chance, amount, wind, gusts] = cells;
  const parts = [
    condition,
    temperature,
    `chance of precipitation ${chance}`,
    amount === '0 mm' ? null : amount,
    `wind ${wind}`,
    `gusts ${gusts}`,
  ];
  return `${time.replace(/^\w+ /, '')}: ${parts.filter(Boolean).join(', ')}.`;
}

test.each([1, 2, 3])('forecast %i', async (seed) => {
  const report = randomReport(seed);
  const { hourly } = report;
  const { user, container } = renderPart(
    <>
      <HourDial report={report} now={now} />
      <Forecast report={report} now={now} />
    </>,
  );
  const columns = within(screen.getByRole('list', { name: 'Hour by hour' }))
    .getAllByRole('listitem')
    .map((column) => plain(column.textContent));
  const names = screen
    .getAllByRole('img')
    .map((picture) => picture.getAttribute('aria-label'))
    .filter((name) => conditions.some((condition) => find(`conditions.${condition}`) === name));
  const drawn = [...container.querySelectorAll('svg path')]
    .map((path) => path.getAttribute('d'))
    .join('');

  const chart = () => screen.getByRole('slider', { name: 'Chart of the next 48 hours' });
  const dial = () => screen.getByRole('slider', { name: 'Hour on the dial' });
  const spoken: Record<'chart' | 'dial', string[]> = { chart: [], dial: [] };
  for (const [name, slider] of [
    ['chart', chart],
    ['dial', dial],
  ] as const) {
    slider().focus();
    await user.keyboard('{Home}');
    for (const _ of hourly.time) {
      spoken[name].push(plain(slider().getAttribute('aria-valuetext')));
      await user.keyboard('{ArrowRight}');
    }
  }

  await user.click(screen.getAllByRole('button', { name: 'Table' }).at(-1) ?? chart());
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows).toHaveLength(hourly.time.length);
  rows.forEach((row, index) => {
    const cells = [...row.children].map((cell) => plain(cell.textContent));
    const [, condition, temperature = '', , chance = '', , wind = ''] = cells;
    expect(find(`conditions.${hourly.condition[index]}`)).toBe(condition);
    expect(names[index]).toBe(condition);
    // The unit of wind is named once, beside the hours.
    const speed = wind.replace(' m/s', '');
    for (const text of [temperature, chance, speed]) expect(columns[index]).toContain(text);
    expect(spoken.chart[index]).toBe(sentenceOf(cells));
    if (index < dialHours) expect(spoken.dial[index]).toBe(sentenceOf(cells));
    const isDay = hourly.is_day[index] ?? true;
    const corner = { x: index * hourWidth + (hourWidth - 32) / 2, y: 0, scale: 0.5 };
    for (const { d } of drawingOf(hourly.condition[index] as Condition, isDay)) {
      expect(drawn).toContain(placePath(d, corner));
    }
  });
});

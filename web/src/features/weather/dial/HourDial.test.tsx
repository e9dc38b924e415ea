/** The dial of the next twelve hours: keyboard, spoken values, and its list. */
import { virtual } from '@guidepup/virtual-screen-reader';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../testing/renderPart.tsx';
import { buildReport } from '../../../testing/report.ts';
import { HourDial } from './HourDial.tsx';

/** 10:00 in Berlin; the builder's temperatures count the hours from 0. */
const from = new Date('2026-07-01T08:00:00Z');
const now = new Date('2026-07-01T08:20:00Z');
const rest = 'chance of precipitation 20%, wind 5\u00a0m/s, gusts 10\u00a0m/s.';

const dial = () => screen.getByRole('slider', { name: 'Hour on the dial' });

// [R1.08, R9.01]
test('has the next twelve hours, starting with the current one', () => {
  renderPart(<HourDial report={buildReport(from)} now={now} />);
  expect(dial()).toHaveAttribute('aria-valuemax', '12');
  expect(dial()).toHaveAttribute('aria-valuetext', `Now: Light rain, 17°, ${rest}`);
});

test('arrow keys step, Page keys move a quarter, Home and End go to the ends, and none goes beyond', async () => {
  const { user } = renderPart(<HourDial report={buildReport(from)} now={now} />);
  dial().focus();
  const steps: Array<[string, string]> = [
    ['{ArrowRight}', '11:00'],
    ['{ArrowUp}', '12:00'],
    ['{ArrowLeft}', '11:00'],
    ['{PageUp}', '14:00'],
    ['{End}', '21:00'],
    ['{ArrowRight}', '21:00'],
    ['{PageDown}', '18:00'],
    ['{Home}', 'Now: '],
    ['{ArrowDown}', 'Now: '],
  ];
  for (const [key, time] of steps) {
    await user.keyboard(key);
    expect(dial().getAttribute('aria-valuetext')?.slice(0, 5), key).toBe(time);
  }
});

test('shows the values of the selected hour in the centre', async () => {
  const { user } = renderPart(<HourDial report={buildReport(from)} now={now} />);
  expect(await screen.findByText('17°', { selector: 'span' })).toBeInTheDocument();
  dial().focus();
  await user.keyboard('{End}');
  expect(screen.getByText('21:00–22:00')).toBeInTheDocument();
  expect(screen.getByText('20% · 0 mm')).toBeInTheDocument();
});

test('the list describes every hour in the same words', async () => {
  const { user } = renderPart(<HourDial report={buildReport(from)} now={now} />);
  await user.click(screen.getByRole('button', { name: 'List' }));
  const hours = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(hours).toHaveLength(12);
  expect(hours[11]?.firstElementChild?.textContent).toBe(`21:00: Partly cloudy, 11°, ${rest}`);
  // The columns show the same; screen readers skip them.
  expect(hours[11]?.lastElementChild).toHaveTextContent('21:0011°20%5 m/s');
  expect(hours[11]?.lastElementChild).toHaveAttribute('aria-hidden', 'true');
});

test('a screen reader reads the hour as a sentence, and the next one after a step', async () => {
  const { container } = renderPart(<HourDial report={buildReport(from)} now={now} />);
  await virtual.start({ container });
  while (!(await virtual.lastSpokenPhrase()).startsWith('slider')) await virtual.next();
  expect(await virtual.lastSpokenPhrase()).toContain(`Now: Light rain, 17°, ${rest}`);
  await virtual.press('ArrowRight');
  expect(dial()).toHaveAttribute('aria-valuetext', `11:00: Partly cloudy, 1°, ${rest}`);
  await virtual.stop();
});

test('values the provider does not know are left out of the sentence', () => {
  const report = buildReport(from);
  if ('time' in report.hourly) {
    report.hourly.precipitation_probability = report.hourly.time.map(() => null);
    report.hourly.wind_gusts_10m = report.hourly.time.map(() => null);
  }
  renderPart(<HourDial report={report} now={now} />);
  expect(dial()).toHaveAttribute(
    'aria-valuetext',
    'Now: Light rain, 17°, wind 5\u00a0m/s, gusts 10\u00a0m/s.',
  );
});

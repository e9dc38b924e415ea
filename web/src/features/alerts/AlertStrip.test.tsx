/** Alerts on the page: their severity, text, origin and order. */
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildAlert, covered } from '../../testing/alerts.ts';
import { renderPart } from '../../testing/renderPart.tsx';
import { AlertStrip } from './AlertStrip.tsx';
import { mostImportantFirst, type Severity } from './alerts.ts';

const timeZone = 'Europe/Berlin';

// [R1.07]
test.each<[Severity, string]>([
  ['info', 'Info'],
  ['moderate', 'Moderate'],
  ['severe', 'Severe'],
])('%s is shown by colour, icon and word', (severity, word) => {
  const { container } = renderPart(
    <AlertStrip alerts={covered(buildAlert({ severity }))} timeZone={timeZone} />,
  );
  const strip = screen.getByRole('region', { name: 'Warnings' });
  expect(within(strip).getByText(word)).toBeVisible();
  expect(container.querySelector(`[data-severity="${severity}"]`)).toBeInTheDocument();
  const icons = (['info', 'moderate', 'severe'] as const).map((each) => {
    const { container: other } = renderPart(
      <AlertStrip alerts={covered(buildAlert({ severity: each }))} timeZone={timeZone} />,
    );
    return other.querySelector('svg path')?.getAttribute('d');
  });
  expect(new Set(icons).size).toBe(3);
});

test('opens to its full text: start, description, instruction and link', async () => {
  const { user } = renderPart(<AlertStrip alerts={covered(buildAlert())} timeZone={timeZone} />);
  expect(screen.getByText('Until Wed 21:00')).toBeVisible();
  expect(screen.getByText('Issued by Deutscher Wetterdienst')).toBeVisible();
  await user.click(screen.getByText('Wind gusts'));
  for (const text of [
    'From Wed 17:00',
    'Gusts up to 90 km/h from the west.',
    'Keep away from trees.',
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://www.dwd.de/');
});

// WCAG 3.1.2: a screen reader reads an issued text in the language it is written in.
test('the text of an issued alert is marked with its language, ours is not', () => {
  const hazard = { kind: 'gusts', peak: 25, peak_at: '2026-07-01T16:00:00Z' } as const;
  renderPart(
    <AlertStrip
      alerts={covered(buildAlert(), buildAlert({ id: 'ours', origin: 'computed', hazard }))}
      timeZone={timeZone}
    />,
  );
  for (const text of [
    'Wind gusts',
    'Gusts up to 90 km/h from the west.',
    'Keep away from trees.',
  ]) {
    expect(screen.getByText(text).closest('[lang]')).toHaveAttribute('lang', 'en-GB');
  }
  expect(screen.getByText('Strong gusts').closest('section [lang]')).toBeNull();
});

// [C17]
test.each([
  ['2026-07-01T10:00:00Z', 'Gusts up to 25 m/s, strongest around 18:00.'],
  ['2026-06-30T21:59:00Z', 'Gusts up to 25 m/s, strongest around 18:00 on Wednesday.'],
])('at %s the peak of a hazard reads: %s', (now, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  const hazard = { kind: 'gusts', peak: 25, peak_at: '2026-07-01T16:00:00Z' } as const;
  renderPart(
    <AlertStrip
      alerts={covered(buildAlert({ origin: 'computed', texts: [], hazard }))}
      timeZone={timeZone}
    />,
  );
  expect(screen.getByText(expected)).toBeInTheDocument();
});

test('a computed hazard is never presented as an official alert', () => {
  const { container } = renderPart(
    <AlertStrip
      alerts={covered(
        buildAlert({
          origin: 'computed',
          issuer: null,
          texts: [],
          hazard: { kind: 'gusts', peak: 25, peak_at: '2026-07-01T16:00:00Z' },
        }),
      )}
      timeZone={timeZone}
    />,
  );
  expect(screen.getByText(/Halcyon’s own alert.*not an official warning/)).toBeVisible();
  expect(container.querySelector('[data-origin="computed"]')).toBeInTheDocument();
  expect(screen.queryByText(/Issued by/)).not.toBeInTheDocument();
  expect(screen.getByText('Strong gusts')).toBeVisible();
});

test('the most severe comes first, then issued before computed, then the earlier', () => {
  const alerts = [
    buildAlert({ id: 'later', starts_at: '2026-07-02T00:00:00Z' }),
    buildAlert({ id: 'ours', origin: 'computed' }),
    buildAlert({ id: 'info', severity: 'info' }),
    buildAlert({ id: 'severe', severity: 'severe' }),
    buildAlert({ id: 'earlier' }),
  ];
  expect(mostImportantFirst(alerts).map(({ id }) => id)).toEqual([
    'severe',
    'earlier',
    'later',
    'ours',
    'info',
  ]);
});

test('alerts that cannot be matched are listed under their own heading', () => {
  renderPart(
    <AlertStrip
      alerts={{ ...covered(), coverage: 'unmatched', unmatched: [buildAlert()] }}
      timeZone={timeZone}
    />,
  );
  expect(screen.getByText(/cannot tell whether they concern this place/)).toBeVisible();
});

test('without alerts there is no strip', () => {
  const { container } = renderPart(<AlertStrip alerts={covered()} timeZone={timeZone} />);
  expect(container).toBeEmptyDOMElement();
});

/** Each state of the coverage has its own text. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { covered } from '../../testing/alerts.ts';
import { renderPart } from '../../testing/renderPart.tsx';
import { AlertCoverage, IncompleteCoverage } from './AlertCoverage.tsx';
import type { Alerts } from './alerts.ts';

const timeZone = 'Europe/Berlin';
const now = new Date('2026-07-01T18:00:00Z');

test.each<[string, Alerts, string]>([
  ['there are no alerts', covered(), 'No alerts in force'],
  [
    'no service covers the place',
    { ...covered(), coverage: 'no_service' },
    'Official alerts are not available for this place',
  ],
  [
    'no authority of the country can be used',
    {
      ...covered(),
      coverage: 'no_service',
      no_service_reason: 'none_available',
    },
    'Official alerts are not available for this country',
  ],
  [
    'the source is outdated',
    { ...covered(), coverage: 'outdated', updated_at: '2026-07-01T12:05:00Z' },
    'Alerts not updated since 14:05',
  ],
  [
    'the source has been outdated since another day',
    { ...covered(), coverage: 'outdated', updated_at: '2026-06-29T12:05:00Z' },
    'Alerts not updated since Mon 14:05',
  ],
  [
    'the source has never answered',
    { ...covered(), coverage: 'outdated', updated_at: null },
    'The alert service has not answered yet',
  ],
  [
    'messages could not be read',
    { ...covered(), coverage: 'incomplete', unread: 2 },
    'Some official alerts could not be read; they may concern this place',
  ],
  [
    'the area is unknown',
    { ...covered(), coverage: 'unmatched' },
    'Alerts cannot be matched to this place',
  ],
])('a text of its own when %s', (_, alerts, text) => {
  renderPart(<AlertCoverage alerts={alerts} timeZone={timeZone} now={now} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test.each<[Alerts['coverage'], boolean]>([
  ['covered', false],
  ['no_service', true],
  ['incomplete', true],
  ['outdated', true],
  ['unmatched', true],
])('%s at the top of the page: %j', (coverage, isShown) => {
  const { container } = renderPart(
    <IncompleteCoverage alerts={{ ...covered(), coverage }} timeZone={timeZone} now={now} />,
  );
  expect(container.querySelector('[data-coverage]') !== null).toBe(isShown);
});

/** The details of a day. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../testing/renderPart.tsx';
import { buildReport } from '../../../../testing/report.ts';
import { type Day, dataOf } from '../../report.ts';
import { DayParts } from './DayParts.tsx';

const report = buildReport(new Date('2026-01-05T12:00:00Z'));

function show(change: Partial<Day>) {
  const day = dataOf(report.daily)?.days[0];
  if (!day) throw new Error('the report has no days');
  renderPart(<DayParts day={{ ...day, ...change }} timeZone={report.place.timezone} />);
}

// [C22]
test('snow is given as a depth beside its amount of water', () => {
  show({ precipitation_sum: 8.4, snowfall_sum: 11.8 });
  expect(screen.getByText('Precipitation 8.4 mm')).toBeInTheDocument();
  expect(screen.getByText('New snow 11.8 cm')).toBeInTheDocument();
});

test.each([0, null])('without snow (%s) no depth is given', (snowfall_sum) => {
  show({ precipitation_sum: 8.4, snowfall_sum });
  expect(screen.queryByText(/New snow/)).not.toBeInTheDocument();
});

/** The bars of the hour chart follow the steps of the source. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../testing/renderPart.tsx';
import { buildReport } from '../../../../testing/report.ts';
import { dataOf, nextHours } from '../../report.ts';
import { HourPanels } from './HourPanels.tsx';

test('hours of one step are one bar with the amount of the whole step', () => {
  const midnight = new Date('2026-11-19T00:00:00Z');
  const hourly = dataOf(buildReport(midnight).hourly);
  if (!hourly) throw new Error('the built report has hours');
  const steps = {
    ...hourly,
    step_hours: hourly.time.map((_, index) => (index < 6 ? 3 : 1)),
    precipitation: hourly.time.map((_, index) => (index < 3 || index === 7 ? 0.9 : 0)),
  };
  const { container } = renderPart(
    <svg role="img" aria-label="chart">
      <HourPanels hours={nextHours(steps, midnight, 12)} />
    </svg>,
  );
  const widths = [...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'));
  // Three columns of 60 without the margins of one bar, and a single hour.
  expect(widths).toEqual(['146', '26']);
  expect(screen.getByText('2.7 mm in 3 h')).toBeInTheDocument();
  // The unit of a single hour is on the axis.
  expect(screen.getByText('0.9')).toBeInTheDocument();
});

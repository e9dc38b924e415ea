/** The source line says how old the weather is and what its source does not provide. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/renderPart.tsx';
import { buildReport } from '../../testing/report.ts';
import type { WeatherReport } from './report.ts';
import { SourceLine } from './SourceLine.tsx';

const made = new Date('2026-11-15T12:05:00Z');
const report = buildReport(made);

function renderLine(shown: WeatherReport, now: Date) {
  renderPart(<SourceLine report={shown} now={now} alertCoverage={null} />);
}

test('a time of today has no weekday', () => {
  renderLine(report, made);
  expect(screen.getByText('Updated 13:05')).toBeInTheDocument();
});

test('a time of another day has its weekday', () => {
  renderLine(report, new Date('2026-11-16T08:00:00Z'));
  expect(screen.getByText('Updated Sun 13:05')).toBeInTheDocument();
});

test('a source that provides everything is not commented on', () => {
  renderLine(report, made);
  expect(screen.queryByText(/does not provide/)).toBeNull();
});

test('what the source does not provide is listed', () => {
  const { source } = report;
  if (!source) throw new Error('the built report has a source');
  renderLine({ ...report, source: { ...source, lacks: ['later_days', 'visibility'] } }, made);
  expect(
    screen.getByText('This source does not provide: days after about the ninth, visibility.'),
  ).toBeInTheDocument();
});

test('the next update is named until it is due, and never in the past', () => {
  renderLine({ ...report, fresh_until: '2026-11-15T12:15:00Z' }, made);
  expect(screen.getByText('Next update 13:15')).toBeInTheDocument();
});

test('an update that is overdue is not promised', () => {
  renderLine({ ...report, fresh_until: '2026-11-15T12:00:00Z' }, made);
  expect(screen.queryByText(/Next update/)).toBeNull();
});

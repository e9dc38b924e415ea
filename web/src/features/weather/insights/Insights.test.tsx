/** The list of insights. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../testing/renderPart.tsx';
import { buildReport } from '../../../testing/report.ts';
import type { Insight } from '../report.ts';
import { Insights } from './Insights.tsx';

/** The list is keyed by the sentence, so each insight has its own. */
const sentences = [
  'rain_stops',
  'temperature_falls',
  'temperature_rises',
  'air_dry',
  'air_muggy',
  'uv_high',
] as const;

const items = sentences.map(
  (sentence) =>
    ({
      kind: 'trend',
      sentence,
      parameters: {},
      importance: 50,
      why: { rule: 'trend', values: {}, threshold: { type: 'temperature', value: 1 } },
    }) as unknown as Insight,
);

// [R1.06]
test('the four most important are shown at once, the others on request', async () => {
  const report = buildReport(new Date('2026-07-01T08:00:00Z'), { insights: { items } });
  const { user } = renderPart(<Insights report={report} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
  expect(screen.queryByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
});

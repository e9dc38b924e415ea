/** Another place is announced, also when the user switched to it before this code was loaded. */
import { beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../../storage/store.ts';
import { renderPart } from '../../../testing/renderPart.tsx';
import { buildReport } from '../../../testing/report.ts';
import { onAnnouncement } from '../../../ui/status/announce.ts';
import { WeatherAnnouncements } from './WeatherAnnouncements.tsx';

const report = buildReport(new Date('2026-11-15T12:00:00Z'));

beforeEach(() => writeStored('accessibility', { screenReaderEnabled: true }));

function announcedFor(placeName: string): string[] {
  const texts: string[] = [];
  const stop = onAnnouncement((text) => texts.push(text));
  renderPart(
    <WeatherAnnouncements placeName={placeName} firstPlaceName="Berlin" report={report} />,
  );
  stop();
  return texts;
}

test('a place that is no longer the first one is announced', () => {
  expect(announcedFor('Bonn')).toEqual([expect.stringMatching(/^Bonn: -?\d+°, /)]);
});

test('the first report of the first place is not announced', () => {
  expect(announcedFor('Berlin')).toEqual([]);
});

/** What a station measured is shown beside the model's value, and marked when it is simulated. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../testing/renderPart.tsx';
import { buildReport } from '../../../testing/report.ts';
import type { WeatherReport } from '../report.ts';
import { Details } from './Details.tsx';

const now = new Date('2026-11-15T12:00:00Z');
const station = {
  station: 'Berlin/Tempelhof',
  distance: 5200,
  elevation: 48,
  time: '2026-11-15T11:50:00Z',
  temperature_2m: 7.2,
  attribution: 'NOAA Aviation Weather Center',
  url: 'https://aviationweather.gov/',
};

const show = (measured: WeatherReport['measured']) =>
  renderPart(<Details report={buildReport(now, { measured })} now={now} />);

test('the station is named with its distance, height and time, beside the model’s value', () => {
  show(station);
  const tile = within(screen.getByRole('region', { name: 'Measured nearby' }));
  for (const text of [
    '7°',
    'Berlin/Tempelhof',
    '5.2 km away, 48 m above sea level',
    'Measured 12:50',
    'Forecast model: 17°',
    'NOAA Aviation Weather Center',
  ]) {
    expect(tile.getByText(text)).toBeInTheDocument();
  }
});

test('a simulated station is marked', () => {
  show({ ...station, station: null });
  expect(screen.getByText('Simulated station')).toBeInTheDocument();
});

test('without a suitable station there is no tile', () => {
  show({ unavailable: 'too_old' });
  expect(screen.getByRole('region', { name: 'Wind' })).toBeInTheDocument();
  expect(screen.queryByText('Measured nearby')).not.toBeInTheDocument();
});

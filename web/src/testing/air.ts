/** Builds air quality for tests: good air and no pollen in Berlin, with the changes a test needs. */
import type { components } from '../api/schema.d.ts';

type Schemas = components['schemas'];
type AirQuality = Exclude<Schemas['Section_AirQuality'], Schemas['Unavailable']>;
type AirHour = Schemas['AirHour'];

const hourMs = 3_600_000;

export const european = (
  value: number,
  level: Schemas['EuropeanLevel'],
  main: Schemas['Pollutant'] = 'ozone',
): Schemas['EuropeanIndex'] => ({ value, level, main });

export const us = (
  value: number,
  level: Schemas['UsLevel'],
  main: Schemas['Pollutant'] = 'pm2_5',
): Schemas['UsIndex'] => ({ value, level, main });

export function buildAir(now: Date, change: Partial<AirQuality> = {}): AirQuality {
  return {
    fetched_at: now.toISOString(),
    attributions: [
      { text: 'CAMS ENSEMBLE data', url: 'https://atmosphere.copernicus.eu/' },
      { text: 'Open-Meteo.com', url: 'https://open-meteo.com/' },
    ],
    index: 'european',
    current: {
      european: european(15, 'good'),
      us: us(40, 'good'),
      pollutants: [{ pollutant: 'ozone', concentration: 44.6, european: 'good', us: 'good' }],
      dust: 0,
      smoke: 0,
    },
    days: [],
    pollen: { days: [{ date: now.toISOString().slice(0, 10), species: [] }] },
    ...change,
  };
}

/** Pollen of today. */
export function pollenOf(
  now: Date,
  ...species: Array<[Schemas['Species'], Schemas['PollenLevel'], highUntil?: string]>
): AirQuality['pollen'] {
  return {
    days: [
      {
        date: now.toISOString().slice(0, 10),
        species: species.map(([name, level, highUntil]) => ({
          species: name,
          level,
          mean: 50,
          worst_at: new Date(now.getTime() + hourMs).toISOString(),
          high_until: highUntil ?? null,
        })),
      },
    ],
  };
}

/** Hours from `from` on, one for each index. */
export function buildHours(from: Date, indices: Array<Schemas['EuropeanIndex'] | null>): AirHour[] {
  return indices.map((index, hour) => ({
    time: new Date(from.getTime() + hour * hourMs).toISOString(),
    european: index,
    us: null,
    pollutants: { pm2_5: 1, pm10: 1, nitrogen_dioxide: 1, ozone: 1, sulphur_dioxide: 1 },
    dust: 0,
    smoke: 0,
    pollen: { alder: 0, birch: 0, grass: 0, mugwort: 0, olive: 0, ragweed: 0 },
  }));
}

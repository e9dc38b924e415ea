/** The types of air quality and pollen, and the order of their levels. */
import type { components } from '../../../api/schema.d.ts';
import { type Species, speciesNames } from '../../../storage/air.ts';
import { dataOf, type Unavailable, type WeatherReport } from '../report.ts';

type Schemas = components['schemas'];
export type AirQuality = Exclude<WeatherReport['air'], Unavailable>;
export type AirReport = Schemas['AirReport'];
export type AirHour = Schemas['AirHour'];
export type IndexKind = Schemas['AirIndexKind'];
export type PollenLevel = Schemas['PollenLevel'];
export type SpeciesDay = Schemas['SpeciesDay'];
type Pollutant = Schemas['Pollutant'];
export type Level<K extends IndexKind = IndexKind> = K extends 'european'
  ? Schemas['EuropeanLevel']
  : Schemas['UsLevel'];

/** An index with the scale that it belongs to. */
export interface AirIndex {
  kind: IndexKind;
  value: number;
  level: Level;
  main: Pollutant;
}

/** What to do outdoors, from nothing special to staying inside. */
export type Advice = 'usual' | 'watch' | 'less' | 'reduce' | 'avoid';

interface Band {
  level: Level;
  /** The lowest index of the level. */
  from: number;
  advice: Advice;
}

/** From the best to the worst; the advice follows that of the European and of the US agency. */
export const scales: Record<IndexKind, readonly Band[]> = {
  european: [
    { level: 'good', from: 0, advice: 'usual' },
    { level: 'fair', from: 20, advice: 'usual' },
    { level: 'moderate', from: 40, advice: 'watch' },
    { level: 'poor', from: 60, advice: 'less' },
    { level: 'very_poor', from: 80, advice: 'reduce' },
    { level: 'extremely_poor', from: 100, advice: 'avoid' },
  ],
  us: [
    { level: 'good', from: 0, advice: 'usual' },
    { level: 'moderate', from: 51, advice: 'watch' },
    { level: 'unhealthy_sensitive', from: 101, advice: 'less' },
    { level: 'unhealthy', from: 151, advice: 'reduce' },
    { level: 'very_unhealthy', from: 201, advice: 'avoid' },
    { level: 'hazardous', from: 301, advice: 'avoid' },
  ],
};

const pollenLevels: readonly PollenLevel[] = ['none', 'low', 'moderate', 'high', 'very_high'];

/** The place of a level on its scale, from 0 for the best. */
export function rankOf(kind: IndexKind, level: Level): number {
  return scales[kind].findIndex((band) => band.level === level);
}

export function adviceOf(kind: IndexKind, level: Level): Advice {
  return scales[kind][rankOf(kind, level)]?.advice ?? 'usual';
}

export const pollenRank = (level: PollenLevel) => pollenLevels.indexOf(level);

/** The index of an hour or a day on the chosen scale. */
export function indexOf(from: Pick<AirHour, 'european' | 'us'>, kind: IndexKind): AirIndex | null {
  const index = from[kind];
  return index && { kind, ...index };
}

/** Today's pollen by species, those that the user reacts to first, then the highest; null without a forecast. */
export function pollenToday(air: AirQuality, mine: readonly Species[]): SpeciesDay[] | null {
  const today = dataOf(air.pollen)?.days[0];
  if (!today) return null;
  return today.species.toSorted(
    (one, other) =>
      Number(mine.includes(other.species)) - Number(mine.includes(one.species)) ||
      pollenRank(other.level) - pollenRank(one.level) ||
      speciesNames.indexOf(one.species) - speciesNames.indexOf(other.species),
  );
}

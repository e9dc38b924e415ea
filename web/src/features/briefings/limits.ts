/** The numbers that a threshold can be set to, round in the user's units and stored in metric ones. */
import type { Units } from '../../storage/values.ts';
import { speedIn, temperatureIn } from '../../units/convert.ts';
import type { ThresholdKind } from './queries.ts';

interface Choice {
  /** Metric, as stored. */
  value: number;
  /** As shown, without its unit. */
  shown: number;
}

/** The lowest wind of the Beaufort forces 5 to 11, in m/s: "over 5" begins with force 6. */
const beaufortEnds = [10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7];
/** First, last and step in each unit, and how many of it a metre per second is. */
const speeds: Record<Exclude<Units['windSpeed'], 'Bft'>, [number, number, number, number]> = {
  'm/s': [6, 30, 2, 1],
  'km/h': [20, 100, 10, 3.6],
  mph: [15, 65, 5, 3600 / 1609.344],
  kn: [10, 60, 5, 3600 / 1852],
};

/** Used when a kind is switched on. */
export const defaults: Record<ThresholdKind, number | null> = {
  frost: null,
  wind: 40 / 3.6,
  rain_before: 8,
  heat: 30,
  uv: 5,
  first_snow: null,
};

/** The choices of a kind; what is stored is always among them. */
export function choicesOf(kind: ThresholdKind, units: Units, stored: number | null): Choice[] {
  const round = roundChoices(kind, units);
  if (stored === null || round.some(({ value }) => isSame(value, stored))) return round;
  const own = { value: stored, shown: shownNumber(kind, units, stored) };
  // A number that reads the same takes the place of the round one.
  return [...round.filter(({ shown }) => shown !== own.shown), own].sort(
    (a, b) => a.value - b.value,
  );
}

/** The choice that is stored, by its value as text. */
export function choiceKey(value: number): string {
  return value.toFixed(3);
}

function roundChoices(kind: ThresholdKind, { windSpeed, temperature }: Units): Choice[] {
  switch (kind) {
    case 'wind':
      if (windSpeed === 'Bft') {
        return beaufortEnds.map((end, index) => ({ value: end - 0.05, shown: index + 5 }));
      }
      return range(...speeds[windSpeed]);
    case 'heat':
      return temperature === 'fahrenheit'
        ? range(65, 120, 5, 1).map(({ shown }) => ({ value: (shown - 32) / 1.8, shown }))
        : range(15, 45, 1, 1);
    case 'uv':
      return range(2, 10, 1, 1);
    case 'rain_before':
      return range(5, 24, 1, 1);
    default:
      return [];
  }
}

function range(first: number, last: number, step: number, perMetric: number): Choice[] {
  const count = Math.round((last - first) / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    const shown = first + index * step;
    return { value: shown / perMetric, shown };
  });
}

function shownNumber(kind: ThresholdKind, units: Units, value: number): number {
  if (kind === 'wind') return Math.round(speedIn(units.windSpeed, value));
  if (kind === 'heat') return Math.round(temperatureIn(units.temperature, value));
  return value;
}

const isSame = (a: number, b: number) => choiceKey(a) === choiceKey(b);

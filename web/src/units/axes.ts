/** Chart axes in the chosen units: values are converted first, so that the ticks are round numbers. */
import type { Units } from '../storage/values.ts';
import { precipitationIn, speedIn, temperatureIn } from './convert.ts';
import { speedName, unitName } from './unitNames.ts';

export interface Axis {
  /** Converts a metric value of the API to the axis unit. */
  toUnit: (metric: number) => number;
  /** A tick, without its unit. */
  label: (value: number) => string;
  /** The symbol of the unit, shown once per axis. */
  unit: string;
}

export interface Axes {
  temperature: Axis;
  precipitation: Axis;
  speed: Axis;
}

export function createAxes(units: Units, locale: string): Axes {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const label = (value: number) => number.format(value);
  return {
    temperature: {
      toUnit: (celsius) => temperatureIn(units.temperature, celsius),
      label,
      unit: unitName(units.temperature, locale),
    },
    precipitation: {
      toUnit: (millimeters) => precipitationIn(units.precipitation, millimeters),
      label,
      unit: unitName(units.precipitation === 'mm' ? 'millimeter' : 'inch', locale),
    },
    speed: {
      toUnit: (metersPerSecond) => speedIn(units.windSpeed, metersPerSecond),
      label,
      unit: speedName(units.windSpeed, locale),
    },
  };
}

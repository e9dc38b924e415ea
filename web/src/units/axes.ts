/** Chart axes in the chosen units: values are converted first, so that the ticks are round numbers. */
import type { Units } from '../storage/values.ts';
import { precipitationIn, speedIn, temperatureIn } from './convert.ts';
import { speedUnits } from './measures.ts';

export interface Axis {
  /** Converts a metric value of the API to the axis unit. */
  toUnit: (metric: number) => number;
  /** A tick with its unit. */
  label: (value: number) => string;
}

export interface Axes {
  temperature: Axis;
  precipitation: Axis;
  speed: Axis;
}

export function createAxes(units: Units, locale: string): Axes {
  const label = (unit: string) => {
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 2,
    });
    return (value: number) => format.format(value);
  };
  return {
    temperature: {
      toUnit: (celsius) => temperatureIn(units.temperature, celsius),
      label: label(units.temperature),
    },
    precipitation: {
      toUnit: (millimeters) => precipitationIn(units.precipitation, millimeters),
      label: label(units.precipitation === 'mm' ? 'millimeter' : 'inch'),
    },
    speed: {
      toUnit: (metersPerSecond) => speedIn(units.windSpeed, metersPerSecond),
      label: label(speedUnits[units.windSpeed]),
    },
  };
}

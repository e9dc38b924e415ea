/** Chart axes in the chosen units: converted first, so that ticks are round numbers a person would choose. */
import type { Units } from '../storage/values.ts';
import { precipitationIn, speedIn, temperatureIn } from './convert.ts';
import { speedUnits } from './measures.ts';

export interface Axis {
  /** From the wire's metric value to the axis. */
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

/** Formats measurements: converted, rounded to a sensible precision, with the unit in the user's language. */
import type { Units } from '../storage/values.ts';
import {
  distanceIn,
  precipitationIn,
  pressureIn,
  speedIn,
  temperatureDifferenceIn,
  temperatureIn,
} from './convert.ts';
import { speedName } from './unitNames.ts';

export interface Measures {
  /** `17°` */
  temperature: (celsius: number) => string;
  temperatureDifference: (celsius: number) => string;
  speed: (metersPerSecond: number) => string;
  /** Without its unit, where that is shown once for many values. */
  speedNumber: (metersPerSecond: number) => string;
  precipitation: (millimeters: number) => string;
  /** Without its unit, where that is shown once for many values. */
  precipitationNumber: (millimeters: number) => string;
  /** In centimetres or inches. */
  snowfall: (centimeters: number) => string;
  pressure: (hectopascals: number) => string;
  distance: (meters: number) => string;
  percent: (value: number) => string;
}

/** Shown for a missing value. */
export const noValue = '–';

/** From this visibility on, decimals would be false precision. */
const nearMeters = 10_000;
const millimetersPerCentimeter = 10;

export function createMeasures(units: Units, locale: string): Measures {
  const number = numberFormats(locale);
  const plain = (value: number, digits: number) => number(value, digits);
  const withUnit = (value: number, unit: string, digits: number) =>
    number(value, digits, { style: 'unit', unit, unitDisplay: 'short' });
  const windUnit = speedName(units.windSpeed, locale);
  const isMetricRain = units.precipitation === 'mm';
  return {
    temperature: (celsius) => `${plain(temperatureIn(units.temperature, celsius), 0)}°`,
    temperatureDifference: (celsius) =>
      `${plain(temperatureDifferenceIn(units.temperature, celsius), 0)}°`,
    speed: (metersPerSecond) =>
      unbroken(`${plain(speedIn(units.windSpeed, metersPerSecond), 0)} ${windUnit}`),
    speedNumber: (metersPerSecond) => plain(speedIn(units.windSpeed, metersPerSecond), 0),
    precipitationNumber: (millimeters) =>
      plain(precipitationIn(units.precipitation, millimeters), isMetricRain ? 1 : 2),
    precipitation: (millimeters) =>
      withUnit(
        precipitationIn(units.precipitation, millimeters),
        isMetricRain ? 'millimeter' : 'inch',
        // Zero is shown without decimals.
        millimeters === 0 ? 0 : isMetricRain ? 1 : 2,
      ),
    snowfall: (centimeters) =>
      isMetricRain
        ? withUnit(centimeters, 'centimeter', 1)
        : withUnit(precipitationIn('inches', centimeters * millimetersPerCentimeter), 'inch', 1),
    pressure: (hectopascals) =>
      unbroken(
        `${plain(pressureIn(units.pressure, hectopascals), units.pressure === 'inHg' ? 2 : 0)} ${units.pressure}`,
      ),
    distance: (meters) =>
      withUnit(
        distanceIn(units.distance, meters),
        units.distance === 'km' ? 'kilometer' : 'mile',
        meters < nearMeters ? 1 : 0,
      ),
    percent: (value) => number(value / 100, 0, { style: 'percent' }),
  };
}

/** Caches the formatters: the dashboard formats hundreds of numbers, and creating a formatter is expensive. */
function numberFormats(locale: string) {
  const made = new Map<string, Intl.NumberFormat>();
  return (value: number, digits: number, options: Intl.NumberFormatOptions = {}): string => {
    const key = `${digits} ${options.style} ${options.unit}`;
    let format = made.get(key);
    if (!format) {
      format = new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        // -0.4 degrees rounds to 0, not to -0.
        signDisplay: 'negative',
        ...options,
      });
      made.set(key, format);
    }
    return unbroken(format.format(value));
  };
}

/** Prevents a line break between a number and its unit. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

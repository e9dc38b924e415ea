/** Measures as people read them: converted, rounded as fits the instrument, with the unit in their language. */
import type { Units } from '../storage/values.ts';
import {
  distanceIn,
  precipitationIn,
  pressureIn,
  speedIn,
  temperatureDifferenceIn,
  temperatureIn,
} from './convert.ts';

export interface Measures {
  /** `17°` */
  temperature: (celsius: number) => string;
  temperatureDifference: (celsius: number) => string;
  speed: (metersPerSecond: number) => string;
  precipitation: (millimeters: number) => string;
  /** Snow lies in centimetres or inches. */
  snowfall: (centimeters: number) => string;
  pressure: (hectopascals: number) => string;
  distance: (meters: number) => string;
  percent: (value: number) => string;
}

/** What a reading without a value shows. */
export const noValue = '–';

export const speedUnits = {
  'm/s': 'meter-per-second',
  'km/h': 'kilometer-per-hour',
  mph: 'mile-per-hour',
} as const;

/** Beyond this nobody sees a difference, so decimals would be false precision. */
const nearMeters = 10_000;
const millimetersPerCentimeter = 10;

export function createMeasures(units: Units, locale: string): Measures {
  const number = numberFormats(locale);
  const plain = (value: number, digits: number) => number(value, digits);
  const withUnit = (value: number, unit: string, digits: number) =>
    number(value, digits, { style: 'unit', unit, unitDisplay: 'short' });
  const isMetricRain = units.precipitation === 'mm';
  return {
    temperature: (celsius) => `${plain(temperatureIn(units.temperature, celsius), 0)}°`,
    temperatureDifference: (celsius) =>
      `${plain(temperatureDifferenceIn(units.temperature, celsius), 0)}°`,
    speed: (metersPerSecond) =>
      withUnit(speedIn(units.windSpeed, metersPerSecond), speedUnits[units.windSpeed], 0),
    precipitation: (millimeters) =>
      withUnit(
        precipitationIn(units.precipitation, millimeters),
        isMetricRain ? 'millimeter' : 'inch',
        // None at all needs no decimals to say so.
        millimeters === 0 ? 0 : isMetricRain ? 1 : 2,
      ),
    snowfall: (centimeters) =>
      isMetricRain
        ? withUnit(centimeters, 'centimeter', 1)
        : withUnit(precipitationIn('inches', centimeters * millimetersPerCentimeter), 'inch', 1),
    pressure: (hectopascals) =>
      unbroken(
        `${plain(pressureIn(units.pressure, hectopascals), units.pressure === 'hPa' ? 0 : 2)} ${units.pressure}`,
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

/** A page of hours formats hundreds of numbers, and making a format costs far more than using one. */
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

/** No line ends between a number and its unit. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** The names of units as written beside a number, in the language of the page. */
import type { Units } from '../storage/values.ts';

/** The speeds that browsers have names for. */
const intlSpeeds: Partial<Record<Units['windSpeed'], string>> = {
  'm/s': 'meter-per-second',
  'km/h': 'kilometer-per-hour',
  mph: 'mile-per-hour',
};

/** `m/sn` in Turkish. Knots and Beaufort are written alike in all our languages. */
export function speedName(unit: Units['windSpeed'], locale: string): string {
  const known = intlSpeeds[unit];
  // Browsers abbreviate it as mi/h in German, which is unusual there.
  if (!known || (unit === 'mph' && locale.startsWith('de'))) return unit;
  return unitName(known, locale);
}

/** `mm`, by its name in `Intl`. */
export function unitName(unit: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  return format.formatToParts(1).find(({ type }) => type === 'unit')?.value ?? '';
}

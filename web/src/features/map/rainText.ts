/** The rain around a place in sentences. Times are rounded as far as they can be known. */
import type { TextKey } from '../../i18n/texts.ts';
import type { Units } from '../../storage/values.ts';
import { compassPoint } from '../../units/compass.ts';
import { minuteMs } from '../../units/durations.ts';
import type { FormatContext } from '../../units/formatContext.ts';
import { levelOf, levels } from './drawing/rainClass.ts';
import type { RainIntensity, RainReport } from './queries.ts';

export interface RainContext extends FormatContext {
  units: Units;
}

/** Rain farther away is not mentioned, as on the server. */
const aroundMeters = 100_000;
const metersPerKm = 1000;
const kmPerMile = 1.609_344;
const mmPerInch = 25.4;
/** Until then, times are rounded to five minutes, after it to ten. */
const nearMinutes = 30;

export function rainSentence(report: RainReport, context: RainContext): string {
  const text = sentence(report, context);
  const [first = ''] = text;
  return first.toLocaleUpperCase(context.translation.format.locale) + text.slice(first.length);
}

function sentence(report: RainReport, context: RainContext): string {
  const { t } = context.translation;
  const { state, intensity, from, to, confidence } = report.summary;
  const rain = inSentence(t(intensity ? rainKey(intensity) : 'map.rain.none'), context);
  switch (state) {
    case 'dry':
      return t('map.sentence.dry', { distance: distanceText(aroundMeters, context) });
    case 'nearby':
      return joined(t('map.sentence.nearby', { rain, ...place(report, context) }), [
        movement(report, context),
      ]);
    case 'approaching': {
      const values = { rain, ...place(report, context), from: time(from, context) };
      const text =
        to && from
          ? t('map.sentence.approaching', { ...values, minutes: minutesBetween(from, to) })
          : t('map.sentence.approachingOpen', values);
      return joined(text, [movement(report, context), margin(report, context)]);
    }
    case 'raining':
      if (to) {
        const text = t('map.sentence.raining', { rain, to: time(to, context) });
        return joined(text, [margin(report, context)]);
      }
      return t(confidence ? 'map.sentence.rainingOn' : 'map.sentence.rainingUnknown', { rain });
    case 'showers':
      return t('map.sentence.showers', place(report, context));
    case 'silent':
      return t('map.sentence.silent', { time: exactTime(report.observed_at, context) });
    case 'no_radar':
      return modelSentence(report, context);
  }
}

/** What a forecast model says where no radar reaches. It has no minutes: times are those of its steps. */
function modelSentence(report: RainReport, context: RainContext): string {
  const { t } = context.translation;
  const { intensity, from, to } = report.summary;
  if (report.kind === 'none') return t('map.sentence.noRadar');
  if (!intensity) return t('map.sentence.modelDry');
  const values = {
    rain: inSentence(t(rainKey(intensity)), context),
    from: exactTime(from, context),
    to: exactTime(to, context),
  };
  if (from) return t(to ? 'map.sentence.modelFrom' : 'map.sentence.modelFromOn', values);
  return t(to ? 'map.sentence.modelNow' : 'map.sentence.modelNowOn', values);
}

/** The words for rain within a sentence or after a colon, where they begin with a small letter in every language. */
export function inSentence(words: string, { translation }: RainContext): string {
  const [first = ''] = words;
  return first.toLocaleLowerCase(translation.format.locale) + words.slice(first.length);
}

/** The word for a rate: `Light rain`, or `Dry`. */
export function rateWord(mmPerHour: number, { translation }: RainContext): string {
  const level = levels[levelOf(mmPerHour)];
  return translation.t(level ? rainKey(level.name) : 'map.rain.none');
}

/** `1.4 mm/h` */
export function rateText(mmPerHour: number, { translation, units }: RainContext): string {
  const isMetric = units.precipitation === 'mm';
  const amount = unit(translation.format.locale, isMetric ? 'millimeter' : 'inch', {
    value: isMetric ? mmPerHour : mmPerHour / mmPerInch,
    digits: isMetric ? 1 : 2,
  });
  return translation.t('map.perHour', { amount });
}

function rainKey(intensity: RainIntensity): TextKey {
  return `map.rain.${intensity}`;
}

function place({ summary }: RainReport, context: RainContext) {
  return whereText({ km: summary.distance_km ?? 0, bearing: summary.bearing ?? 0 }, context);
}

/** How far and in which direction. */
export function whereText({ km, bearing }: { km: number; bearing: number }, context: RainContext) {
  return {
    distance: distanceText(km * metersPerKm, context),
    where: context.translation.t(`map.where.${compassPoint(bearing)}`),
  };
}

function movement({ summary }: RainReport, context: RainContext): string | null {
  if (summary.heading === null || !summary.speed_kmh) return null;
  const { t } = context.translation;
  return t('map.sentence.moving', {
    towards: t(`map.towards.${compassPoint(summary.heading)}`),
    speed: speedText(summary.speed_kmh, context),
  });
}

function margin({ summary }: RainReport, { translation }: RainContext): string | null {
  if (!summary.margin_minutes) return null;
  return translation.t('map.sentence.margin', { minutes: summary.margin_minutes });
}

/** In whole units, which is as exact as a radar is. */
function distanceText(meters: number, context: RainContext): string {
  return roadUnit(meters / metersPerKm, ['kilometer', 'mile'], context);
}

function speedText(kmh: number, context: RainContext): string {
  return roadUnit(kmh, ['kilometer-per-hour', 'mile-per-hour'], context);
}

function roadUnit(
  kilometers: number,
  [metric, imperial]: [string, string],
  { translation, units }: RainContext,
): string {
  const isMetric = units.distance === 'km';
  const value = isMetric ? kilometers : kilometers / kmPerMile;
  return unit(translation.format.locale, isMetric ? metric : imperial, { value, digits: 0 });
}

function unit(
  locale: string,
  name: string,
  { value, digits }: { value: number; digits: number },
): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  });
  return format.format(value).replaceAll(' ', '\u00a0');
}

function time(at: string | null, context: RainContext): string {
  if (!at) return '';
  const lead = (new Date(at).getTime() - context.now.getTime()) / minuteMs;
  const step = (lead < nearMinutes ? 5 : 10) * minuteMs;
  return exactTime(new Date(Math.round(new Date(at).getTime() / step) * step), context);
}

function exactTime(at: Date | string | null, { translation, timeZone }: RainContext): string {
  return at ? translation.format.time(at, timeZone) : '';
}

function minutesBetween(from: string, to: string): number {
  const minutes = (new Date(to).getTime() - new Date(from).getTime()) / minuteMs;
  return Math.max(5, Math.round(minutes / 5) * 5);
}

function joined(first: string, others: Array<string | null>): string {
  return [first, ...others].filter((text) => text !== null).join(' ');
}

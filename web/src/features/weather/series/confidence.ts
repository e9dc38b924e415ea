/** How certain a day is: the bands that should be right eight times in ten, as rows, charts and tables show them. */
import type { FormatContext } from '../../../units/formatContext.ts';
import type { Day } from '../report.ts';

type Confidence = NonNullable<Day['confidence']>;
export type Band = NonNullable<Confidence['temperature_2m_max']>;

/** °C: one number for a wider band would promise too much. */
const wideFrom = 4;
/** Millimetres. */
const wideAmountFrom = 2;

/** From the lowest likely low to the highest likely high; null unless both are known. */
export function temperatureBand(day: Day): [low: number, high: number] | null {
  const low = day.confidence?.temperature_2m_min;
  const high = day.confidence?.temperature_2m_max;
  return low && high ? [low.p10, high.p90] : null;
}

/** The band of a temperature, if it is too wide for one number. */
export function wideBand(band: Band | null | undefined): Band | null {
  return band && band.p90 - band.p10 >= wideFrom ? band : null;
}

type Texts = Pick<FormatContext, 'translation' | 'measures'>;

/** "12° to 17°". */
export function rangeText(
  band: Band,
  formatValue: (value: number) => string,
  { translation }: Pick<Texts, 'translation'>,
): string {
  const [low, high] = [formatValue(band.p10), formatValue(band.p90)];
  return low === high ? low : translation.t('weather.confidence.range', { low, high });
}

/** What is said about a day after its numbers: the bands of its temperatures, and what the model runs agree on. */
export function spokenConfidence(day: Day, { translation, measures }: Texts): string[] {
  const { t } = translation;
  const { confidence } = day;
  if (!confidence) return [];
  const { temperature_2m_max: high, temperature_2m_min: low } = confidence;
  const range = (band: Band) => ({ range: rangeText(band, measures.temperature, { translation }) });
  return [
    high && t('weather.confidence.high', range(high)),
    low && t('weather.confidence.low', range(low)),
    confidence.rain && t(`weather.confidence.rain.${confidence.rain}`),
  ].filter((text) => typeof text === 'string');
}

/** The same for the details of a day, with amounts and wind. */
export function confidenceTexts(day: Day, context: Texts): string[] {
  const { translation, measures } = context;
  const { t } = translation;
  const { confidence } = day;
  if (!confidence) return [];
  const { precipitation_sum: amount, wind_speed_10m_max: wind } = confidence;
  const range = (band: Band, formatValue: (value: number) => string) => ({
    range: rangeText(band, formatValue, { translation }),
  });
  return [
    ...spokenConfidence(day, context),
    amount &&
      amount.p90 - amount.p10 >= wideAmountFrom &&
      t('weather.confidence.amount', range(amount, measures.precipitation)),
    wind && t('weather.confidence.wind', range(wind, measures.speed)),
    confidence.temperature && t(`weather.confidence.temperature.${confidence.temperature}`),
  ].filter((text) => typeof text === 'string');
}

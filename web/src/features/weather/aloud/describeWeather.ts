/** The weather of a place as text to be read aloud or announced. */
import type { FormatContext } from '../../../units/formatContext.ts';
import { dataOf, type WeatherReport } from '../report.ts';
import { conditionName } from '../text/conditionName.ts';
import { formatSentence } from '../text/formatSentence.ts';

/** Values for a sentence about the current weather; null when the provider does not know it. */
export function currentConditions(
  report: WeatherReport,
  placeName: string,
  { translation, measures }: FormatContext,
) {
  const current = dataOf(report.current);
  const condition = current?.current_weather_condition;
  if (current?.temperature_2m == null || !condition) return null;
  return {
    place: placeName,
    temperature: measures.temperature(current.temperature_2m),
    condition: conditionName(translation, condition),
  };
}

export function describeWeather(
  report: WeatherReport,
  placeName: string,
  context: FormatContext,
): string {
  const { translation, measures } = context;
  const { t } = translation;
  const current = currentConditions(report, placeName, context);
  const feelsLike = dataOf(report.current)?.apparent_temperature;
  const today = dataOf(report.daily)?.days[0];
  const summary = dataOf(report.summary);
  const degrees = (key: 'feelsLike' | 'high' | 'low', celsius: number | null | undefined) =>
    celsius != null &&
    `${t(`weather.now.${key}`, { temperature: measures.temperature(celsius) })}.`;
  return [
    current ? t('voice.now', current) : t('weather.now.unavailable'),
    degrees('feelsLike', feelsLike),
    degrees('high', today?.temperature_2m_max),
    degrees('low', today?.temperature_2m_min),
    summary && formatSentence(summary, context),
  ]
    .filter(Boolean)
    .join(' ');
}

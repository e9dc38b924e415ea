/** The weather as one would tell it on the telephone, and warnings as one would call them out. */
import type { Translation } from '../../../i18n/I18n.tsx';
import type { Measures } from '../../../units/measures.ts';
import { type Alert, mostImportantFirst, wordsOf } from '../alerts/alerts.ts';
import { dataOf, type WeatherReport } from '../report.ts';
import { conditionName, tellSentence } from '../sentence.ts';

interface Telling {
  translation: Translation;
  measures: Measures;
  placeName: string;
}

/** What there is to say of the present, in short; null when the source does not know it. */
export function presentOf(report: WeatherReport, { translation, measures, placeName }: Telling) {
  const current = dataOf(report.current);
  const condition = current?.current_weather_condition;
  if (current?.temperature_2m == null || !condition) return null;
  return {
    place: placeName,
    temperature: measures.temperature(current.temperature_2m),
    condition: conditionName(translation, condition),
  };
}

/** Warnings first: who listens to the weather in a storm must not wait for them. */
export function tellWeather(report: WeatherReport, telling: Telling): string {
  const { translation, measures } = telling;
  const { t } = translation;
  const present = presentOf(report, telling);
  const feelsLike = dataOf(report.current)?.apparent_temperature;
  const today = dataOf(report.daily)?.days[0];
  const summary = dataOf(report.summary);
  const degrees = (key: 'feelsLike' | 'high' | 'low', celsius: number | null | undefined) =>
    celsius != null &&
    `${t(`weather.now.${key}`, { temperature: measures.temperature(celsius) })}.`;
  return [
    ...mostImportantFirst(report.alerts.items).map((alert) => tellAlert(alert, report, telling)),
    present ? t('voice.now', present) : t('weather.now.unavailable'),
    degrees('feelsLike', feelsLike),
    degrees('high', today?.temperature_2m_max),
    degrees('low', today?.temperature_2m_min),
    summary && tellSentence(summary, { translation, measures, timeZone: report.place.timezone }),
  ]
    .filter(Boolean)
    .join(' ');
}

export function tellAlert(
  alert: Alert,
  { place }: WeatherReport,
  { translation, measures }: Pick<Telling, 'translation' | 'measures'>,
): string {
  const { t, format } = translation;
  const { timezone: timeZone } = place;
  const { title } = wordsOf(alert, { translation, measures, timeZone });
  const severity = t(`weather.alerts.severity.${alert.severity}`);
  const time = `${format.weekdayAt(alert.ends_at, timeZone)} ${format.time(alert.ends_at, timeZone)}`;
  const key = alert.origin === 'issued' ? 'voice.warning' : 'voice.notice';
  return `${t(key, { severity, title })} ${t('weather.alerts.until', { time })}.`;
}

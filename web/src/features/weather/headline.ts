/** The weather in a few words, for the browser's tab. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { dataOf, type WeatherReport } from './report.ts';
import { conditionName } from './sentence.ts';
import { useMeasures } from './useMeasures.ts';

export function useHeadline(placeName: string, report: WeatherReport | undefined): string {
  const translation = useTranslation();
  const measures = useMeasures();
  const current = report && dataOf(report.current);
  const temperature = current?.temperature_2m ?? null;
  const condition = current?.current_weather_condition ?? null;
  if (temperature === null || condition === null) {
    return translation.t('weather.title', { place: placeName });
  }
  return translation.t('weather.tabTitle', {
    temperature: measures.temperature(temperature),
    condition: conditionName(translation, condition),
    place: placeName,
  });
}

/** The title of the browser tab: temperature, condition and place. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useMeasures } from '../../../units/useMeasures.ts';
import { dataOf, type WeatherReport } from '../report.ts';
import { conditionName } from './conditionName.ts';

export function useTabTitle(placeName: string, report: WeatherReport | undefined): string {
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

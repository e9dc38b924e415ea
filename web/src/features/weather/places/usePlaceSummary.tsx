/** The current weather of a place as icon, text and temperature. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { noValue } from '../../../units/measures.ts';
import { useMeasures } from '../../../units/useMeasures.ts';
import { WeatherIcon } from '../icons/WeatherIcon.tsx';
import { dataOf } from '../report.ts';
import { conditionName } from '../text/conditionName.ts';
import type { SavedWeather } from './useSavedWeather.ts';

export interface PlaceSummary {
  icon: ReactNode;
  text: string | null | undefined;
  temperature: string;
}

export function usePlaceSummary(): (weather: SavedWeather | undefined) => PlaceSummary {
  const translation = useTranslation();
  const measures = useMeasures();
  return (weather) => {
    const current = weather?.report && dataOf(weather.report.current);
    const condition = current?.current_weather_condition;
    const temperature = current?.temperature_2m ?? null;
    return {
      icon: current && condition && (
        <WeatherIcon condition={condition} isDay={current.is_day} size={2.5} />
      ),
      text: weather?.hasFailed
        ? translation.t('home.places.notLoaded')
        : condition && conditionName(translation, condition),
      temperature: temperature === null ? noValue : measures.temperature(temperature),
    };
  };
}

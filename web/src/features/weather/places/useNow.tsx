/** The present weather of a place in three small pieces: a picture, a word and a number. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { noValue } from '../../../units/measures.ts';
import { WeatherIcon } from '../icons/WeatherIcon.tsx';
import { dataOf } from '../report.ts';
import { conditionName } from '../sentence.ts';
import { useMeasures } from '../useMeasures.ts';
import type { SavedWeather } from './useSavedWeather.ts';

export interface PlaceNow {
  icon: ReactNode;
  words: string | null | undefined;
  temperature: string;
}

export function useNow(): (weather: SavedWeather | undefined) => PlaceNow {
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
      words: weather?.hasFailed
        ? translation.t('home.places.notLoaded')
        : condition && conditionName(translation, condition),
      temperature: temperature === null ? noValue : measures.temperature(temperature),
    };
  };
}

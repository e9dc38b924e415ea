/** The current weather of a place as icon, text and temperature. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { noValue } from '../../../units/measures.ts';
import { useMeasures } from '../../../units/useMeasures.ts';
import { WeatherIcon } from '../icons/WeatherIcon.tsx';
import { conditionName } from '../text/conditionName.ts';
import type { CurrentWeather } from './useSavedWeather.ts';

export interface PlaceSummary {
  icon: ReactNode;
  text: string | null | undefined;
  temperature: string;
}

export function usePlaceSummary(): (weather: CurrentWeather | undefined) => PlaceSummary {
  const translation = useTranslation();
  const measures = useMeasures();
  return (weather) => {
    const { temperature = null, condition = null, isDay = true, hasFailed } = weather ?? {};
    return {
      icon: condition && <WeatherIcon condition={condition} isDay={isDay} size={2.5} />,
      text: hasFailed
        ? translation.t('home.places.notLoaded')
        : condition && conditionName(translation, condition),
      temperature: temperature === null ? noValue : measures.temperature(temperature),
    };
  };
}

/** The person's other places, each with its temperature and condition; a press shows the whole of it. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { Place } from '../../../storage/values.ts';
import { nameLimits, shortName } from '../../../ui/shortName.ts';
import { WeatherIcon } from '../../../ui/weatherIcons/WeatherIcon.tsx';
import { noValue } from '../../../units/measures.ts';
import { dataOf } from '../report.ts';
import { conditionName } from '../sentence.ts';
import { useMeasures } from '../useMeasures.ts';
import styles from './PlaceCards.module.css';
import { useSavedWeather } from './useSavedWeather.ts';

interface PlaceCardsProps {
  places: ReadonlyArray<Place & { note: string }>;
  onChoose: (place: Place) => void;
}

export function PlaceCards({ places, onChoose }: PlaceCardsProps) {
  const { t } = useTranslation();
  const weather = useSavedWeather(places);
  return (
    <section aria-labelledby="places-title">
      <h2 id="places-title" className={styles.title}>
        {t('home.places.mine')}
      </h2>
      <ul className={styles.cards}>
        {places.map(({ note, ...place }, index) => (
          <li key={place.id ?? place.name}>
            <button type="button" className={styles.card} onClick={() => onChoose(place)}>
              <PlaceCard name={place.name} note={note} weather={weather[index]} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PlaceCardProps {
  name: string;
  note: string;
  weather: ReturnType<typeof useSavedWeather>[number] | undefined;
}

function PlaceCard({ name, note, weather }: PlaceCardProps) {
  const translation = useTranslation();
  const { t } = translation;
  const measures = useMeasures();
  const current = weather?.report && dataOf(weather.report.current);
  const condition = current?.current_weather_condition;
  const temperature = current?.temperature_2m ?? null;
  const words = weather?.hasFailed
    ? t('home.places.notLoaded')
    : condition && conditionName(translation, condition);
  return (
    <>
      <span className={styles.icon}>
        {current && condition && (
          <WeatherIcon condition={condition} isDay={current.is_day} size={2.5} />
        )}
      </span>
      <span className={styles.words}>
        <strong>{shortName(name, nameLimits.row)}</strong>
        <span className={styles.note}>{[note, words].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.temperature}>
        {temperature === null ? noValue : measures.temperature(temperature)}
      </span>
    </>
  );
}

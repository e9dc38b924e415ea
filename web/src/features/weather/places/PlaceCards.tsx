/** The person's other places, each with its temperature and condition; a press shows the whole of it. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { Place } from '../../../storage/values.ts';
import { nameLimits, shortName } from '../../../units/shortName.ts';
import styles from './PlaceCards.module.css';
import { type PlaceNow, useNow } from './useNow.tsx';
import { useSavedWeather } from './useSavedWeather.ts';

interface PlaceCardsProps {
  places: ReadonlyArray<Place & { note: string }>;
  onChoose: (place: Place) => void;
}

export function PlaceCards({ places, onChoose }: PlaceCardsProps) {
  const { t } = useTranslation();
  const weather = useSavedWeather(places);
  const nowOf = useNow();
  return (
    <section aria-labelledby="places-title">
      <h2 id="places-title" className={styles.title}>
        {t('home.places.mine')}
      </h2>
      <ul className={styles.cards}>
        {places.map(({ note, ...place }, index) => (
          <li key={place.id ?? place.name}>
            <button type="button" className={styles.card} onClick={() => onChoose(place)}>
              <PlaceCard name={place.name} note={note} now={nowOf(weather[index])} />
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
  now: PlaceNow;
}

function PlaceCard({ name, note, now }: PlaceCardProps) {
  return (
    <>
      <span className={styles.icon}>{now.icon}</span>
      <span className={styles.words}>
        <strong>{shortName(name, nameLimits.row)}</strong>
        <span className={styles.note}>{[note, now.words].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.temperature}>{now.temperature}</span>
    </>
  );
}

/** The user's other places with temperature and condition; pressing one shows its weather. */
import type { Place } from '../../../storage/values.ts';
import { nameLimits, shortName } from '../../../units/shortName.ts';
import styles from './PlaceCards.module.css';
import { type PlaceSummary, usePlaceSummary } from './usePlaceSummary.tsx';
import { useSavedWeather } from './useSavedWeather.ts';

interface PlaceCardsProps {
  title: string;
  places: ReadonlyArray<Place & { note: string }>;
  onChoose: (place: Place) => void;
}

export function PlaceCards({ title, places, onChoose }: PlaceCardsProps) {
  const shown = useSavedWeather(places);
  const summarize = usePlaceSummary();
  return (
    <section aria-labelledby="places-title">
      <h2 id="places-title" className={styles.title}>
        {title}
      </h2>
      <ul className={styles.cards}>
        {shown.map((place) => (
          <li key={place.id ?? place.name}>
            <button type="button" className={styles.card} onClick={() => onChoose(place)}>
              <PlaceCard name={place.name} note={place.note} summary={summarize(place)} />
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
  summary: PlaceSummary;
}

function PlaceCard({ name, note, summary }: PlaceCardProps) {
  return (
    <>
      <span className={styles.icon}>{summary.icon}</span>
      <span className={styles.text}>
        <strong>{shortName(name, nameLimits.row)}</strong>
        <span className={styles.note}>{[note, summary.text].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.temperature}>{summary.temperature}</span>
    </>
  );
}

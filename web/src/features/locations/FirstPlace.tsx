/** Asks for a place on the first visit: by search, by the device's position, or from the saved places, else a few large cities. */
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Place } from '../../storage/values.ts';
import { nameLimits, shortName } from '../../units/shortName.ts';
import { LocateMe } from './current/LocateMe.tsx';
import styles from './FirstPlace.module.css';
import { useSavedLocations } from './saved/queries.ts';
import { PlaceSearch } from './search/PlaceSearch.tsx';
import { useChoosePlace } from './useChoosePlace.ts';

const cities = [
  { key: 'berlin', latitude: 52.52, longitude: 13.41 },
  { key: 'istanbul', latitude: 41.01, longitude: 28.95 },
  { key: 'london', latitude: 51.51, longitude: -0.13 },
  { key: 'newYork', latitude: 40.71, longitude: -74.01 },
  { key: 'paris', latitude: 48.85, longitude: 2.35 },
  { key: 'tokyo', latitude: 35.69, longitude: 139.69 },
  { key: 'vienna', latitude: 48.21, longitude: 16.37 },
  { key: 'ankara', latitude: 39.92, longitude: 32.85 },
] as const;

export function FirstPlace() {
  const { t } = useTranslation();
  const choose = useChoosePlace();
  // Shown here only if none of them is on the dashboard.
  const saved = useSavedLocations();
  const offered: Place[] =
    saved.length > 0
      ? saved
      : cities.map(({ key, ...city }) => ({ id: null, name: t(`home.cities.${key}`), ...city }));
  return (
    <div className={styles.first}>
      <PlaceSearch label={t('home.welcome.search')} onChoose={choose} />
      <LocateMe onFound={choose} />
      <section aria-labelledby="offered-title">
        <h2 id="offered-title" className={styles.title}>
          {t(saved.length > 0 ? 'home.places.mine' : 'home.welcome.cities')}
        </h2>
        <ul className={styles.places}>
          {offered.map((place) => (
            <li key={place.id ?? place.name}>
              <button type="button" className={styles.place} onClick={() => choose(place)}>
                {shortName(place.name, nameLimits.row)}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

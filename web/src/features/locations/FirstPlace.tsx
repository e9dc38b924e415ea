/** A first visit: asks kindly for a place, by search, by the device or from a few cities everybody knows. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './FirstPlace.module.css';
import { LocationProblem } from './LocationProblem.tsx';
import { PlaceSearch } from './PlaceSearch.tsx';
import { useChoosePlace } from './useChoosePlace.ts';
import { useLocateMe } from './useLocateMe.ts';

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
  const { isLocating, problem, locate } = useLocateMe([], choose);
  return (
    <div className={styles.first}>
      <PlaceSearch label={t('home.welcome.search')} onChoose={choose} />
      <Button
        look="secondary"
        isPending={isLocating}
        pendingLabel={t('home.places.locating')}
        onClick={locate}
      >
        <Icon name="locate" size={1.25} />
        {t('home.places.useMine')}
      </Button>
      {problem && <LocationProblem text={t(problem)} onRetry={locate} />}
      <section aria-labelledby="cities-title">
        <h2 id="cities-title" className={styles.title}>
          {t('home.welcome.cities')}
        </h2>
        <ul className={styles.cities}>
          {cities.map(({ key, ...position }) => {
            const name = t(`home.cities.${key}`);
            return (
              <li key={key}>
                <button
                  type="button"
                  className={styles.city}
                  onClick={() => choose({ id: null, name, ...position })}
                >
                  {name}
                </button>
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

/** The user's places in a row that scrolls sideways, so that on a phone each of them is one tap away; wide screens have cards. */
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { PageLink } from '../../ui/actions/PageLink.tsx';
import { nameLimits, shortName } from '../../units/shortName.ts';
import { useOfflinePlaces } from './offlinePlaces.ts';
import styles from './PlaceChips.module.css';
import { isSamePlace } from './samePlace.ts';
import { useSavedList } from './saved/queries.ts';
import { useChoosePlace } from './useChoosePlace.ts';

export function PlaceChips({ shown }: { shown: Place }) {
  const { t } = useTranslation();
  const choose = useChoosePlace();
  const { isAuthenticated, loading } = useAuth();
  const { locations, isLoading } = useSavedList();
  const offline = useOfflinePlaces();
  const [recent] = useStored('recentPlaces');
  // A user's row is there before the list has loaded, and also without any places, so that nothing moves.
  const isUser = isAuthenticated || loading;
  const places = [locations, offline, recent].find((list) => list.length > 0) ?? [];
  if (!isUser && places.length < 2) return null;
  return (
    <nav
      className={styles.chips}
      aria-label={t(places === recent ? 'home.places.recent' : 'home.places.mine')}
    >
      {!isLoading && (
        <ul className={styles.list}>
          {places.map((place) => (
            <li key={place.id ?? `${place.latitude} ${place.longitude}`}>
              <button
                type="button"
                className={styles.chip}
                aria-current={isSamePlace(place, shown) || undefined}
                onClick={() => choose(place)}
              >
                <span className={styles.face}>{shortName(place.name, nameLimits.row)}</span>
              </button>
            </li>
          ))}
          {isUser && (
            <li>
              <PageLink to={paths.locations} className={styles.chip}>
                <span className={styles.face}>{t('home.places.manage')}</span>
              </PageLink>
            </li>
          )}
        </ul>
      )}
    </nav>
  );
}

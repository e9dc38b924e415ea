/** The saved places in the user's order, each with its weather. */
import { type ReactNode, useId } from 'react';
import { errorText } from '../../../api/errorText.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { useHaptics } from '../../../feedback/haptics.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { loginPathFor, paths } from '../../../paths.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { announce } from '../../../ui/status/announce.ts';
import { Skeleton } from '../../../ui/status/Skeleton.tsx';
import { useMoveLocation } from './mutations.ts';
import { useSavedList } from './queries.ts';
import styles from './SavedPlaces.module.css';
import { type PlaceWeather, SavedRow } from './SavedRow.tsx';
import type { SavedLocation } from './savedLocation.ts';
import { saveErrorText } from './saveErrorText.ts';
import { useReorder } from './useReorder.ts';

interface SavedPlacesProps {
  weatherAt: (place: SavedLocation) => PlaceWeather;
  onShow: (place: SavedLocation) => void;
  onEdit: (place: SavedLocation) => void;
}

export function SavedPlaces(props: SavedPlacesProps) {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const { locations, isLoading, error, isStale, retry } = useSavedList();
  const count = locations.length > 0 && (
    <span>{t('locations.list.count', { count: locations.length })}</span>
  );
  return (
    <Card title={t('locations.list.title')} aside={count || undefined}>
      {error && (
        <LoadProblem
          title={isStale ? null : t('locations.savedUnavailable')}
          text={
            isStale
              ? t('locations.fetchFreshFailed', { error: t(errorText(error)) })
              : t('locations.fetchFailed')
          }
          onRetry={retry}
        />
      )}
      {isLoading && <ListSkeleton />}
      {!isLoading && !isAuthenticated && (
        <EmptyList>
          <p>{t('locations.list.visitor')}</p>
          <TextLink to={loginPathFor(paths.locations)}>{t('auth.form.login')}</TextLink>
        </EmptyList>
      )}
      {!isLoading && isAuthenticated && !error && locations.length === 0 && (
        <EmptyList>
          <p>{t('locations.list.none')}</p>
        </EmptyList>
      )}
      {locations.length > 0 && <SavedList locations={locations} {...props} />}
    </Card>
  );
}

function SavedList({
  locations,
  weatherAt,
  onShow,
  onEdit,
}: SavedPlacesProps & { locations: SavedLocation[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const haptic = useHaptics();
  const move = useMoveLocation();
  const hintId = useId();
  const reorder = useReorder(
    locations.map(({ id }) => id),
    handleMove,
  );

  function handleMove(id: string, to: number) {
    const name = locations.find((place) => place.id === id)?.name ?? '';
    haptic('selection');
    announce(
      t('locations.order.moved', { name, position: String(to + 1), count: locations.length }),
    );
    move.mutate(
      { id, to },
      {
        onError: (error) => {
          const text = t(saveErrorText(error, 'locations.updateFailed'));
          toasts.add({ level: 'app', isError: true, text });
        },
      },
    );
  }

  return (
    <>
      <p id={hintId} className="visually-hidden">
        {t('locations.order.hint')}
      </p>
      <ul className={styles.list}>
        {locations.map((place) => (
          <SavedRow
            key={place.id}
            place={place}
            weather={weatherAt(place)}
            reorder={reorder}
            hintId={hintId}
            onShow={() => onShow(place)}
            onEdit={() => onEdit(place)}
          />
        ))}
      </ul>
    </>
  );
}

interface LoadProblemProps {
  title: string | null;
  text: string;
  onRetry: () => void;
}

function LoadProblem({ title, text, onRetry }: LoadProblemProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.problem} role="alert">
      <Icon name="offline" />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        <p>{text}</p>
      </div>
      <Button look="secondary" onClick={onRetry}>
        {t('app.tryAgain')}
      </Button>
    </div>
  );
}

function EmptyList({ children }: { children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Icon name="pin" size={2} />
      {children}
    </div>
  );
}

function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('app.loading')}</span>
      <Skeleton height="100%" />
      <Skeleton height="100%" />
    </div>
  );
}

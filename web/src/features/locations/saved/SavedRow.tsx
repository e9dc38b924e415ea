/** One saved place: its weather, a handle to move it, a way to change it. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { nameLimits, shortName } from '../../../units/shortName.ts';
import type { Location } from './queries.ts';
import styles from './SavedPlaces.module.css';
import type { Reorder } from './useReorder.ts';

/** The present weather there, as far as it is known. */
export interface PlaceWeather {
  icon: ReactNode;
  words: string | null | undefined;
  temperature: string;
}

interface SavedRowProps {
  place: Location;
  now: PlaceWeather;
  reorder: Reorder;
  hintId: string;
  onShow: () => void;
  onEdit: () => void;
}

export function SavedRow({ place, now, reorder, hintId, onShow, onEdit }: SavedRowProps) {
  const { t } = useTranslation();
  const { name, location_type: category } = place;
  const isDragged = reorder.draggedId === place.id;
  return (
    <li
      className={classNames(styles.row, isDragged && styles.dragged)}
      data-dragging={reorder.draggedId !== null || undefined}
      {...reorder.row(place.id)}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={t('locations.order.handle', { name })}
        aria-describedby={hintId}
        {...reorder.handle(place.id)}
      >
        <Icon name="grip" />
      </button>
      <button type="button" className={styles.place} onClick={onShow}>
        <span className={styles.icon}>{now.icon}</span>
        <span className={styles.words}>
          <strong>{shortName(name, nameLimits.heading)}</strong>
          <span className={styles.note}>
            {t(`home.categories.${category}`)}
            {place.alerts_enabled && (
              <span className={styles.alerts}>
                <Icon name="bell" size={1} />
                <span className="visually-hidden"> {t('locations.list.alertsOn')}</span>
              </span>
            )}
            <span className={styles.now}>
              {now.words && <span className={styles.between}> · </span>}
              {now.words}
            </span>
          </span>
        </span>
        <span className={styles.temperature}>{now.temperature}</span>
      </button>
      <IconButton icon="pencil" label={t('locations.list.edit', { name })} onClick={onEdit} />
    </li>
  );
}

/** One saved place: its weather, a handle to move it, and a button to edit it. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { nameLimits, shortName } from '../../../units/shortName.ts';
import { RowButton } from '../RowButton.tsx';
import styles from './SavedPlaces.module.css';
import type { SavedLocation } from './savedLocation.ts';
import type { Reorder } from './useReorder.ts';

/** The current weather at a place, as far as it is known. */
export interface PlaceWeather {
  icon: ReactNode;
  text: string | null | undefined;
  temperature: string;
}

interface SavedRowProps {
  place: SavedLocation;
  weather: PlaceWeather;
  reorder: Reorder;
  hintId: string;
  onShow: () => void;
  onEdit: () => void;
}

export function SavedRow({ place, weather, reorder, hintId, onShow, onEdit }: SavedRowProps) {
  const { t } = useTranslation();
  const { name, category } = place;
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
      <RowButton className={styles.place} onClick={onShow}>
        <span className={styles.icon}>{weather.icon}</span>
        <span className={styles.text}>
          <strong title={name}>{shortName(name, nameLimits.row)}</strong>
          <span className={styles.note}>
            {t(`home.categories.${category}`)}
            {place.alertsEnabled && (
              <span className={styles.alerts}>
                <Icon name="bell" size={1} />
                <span className="visually-hidden"> {t('locations.list.alertsOn')}</span>
              </span>
            )}
            <span className={styles.weather}>
              {weather.text && <span className={styles.separator}> · </span>}
              {weather.text}
            </span>
          </span>
        </span>
        <span className={styles.temperature}>{weather.temperature}</span>
      </RowButton>
      <IconButton icon="pencil" label={t('locations.list.edit', { name })} onClick={onEdit} />
    </li>
  );
}

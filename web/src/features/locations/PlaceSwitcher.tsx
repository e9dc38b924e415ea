/** The dialog that switches places: search, current location, saved and recent places. */
import { useState } from 'react';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { createDraft } from '../../storage/places.ts';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { PageLink } from '../../ui/actions/PageLink.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { nameLimits, shortName } from '../../units/shortName.ts';
import { LocateMe } from './current/LocateMe.tsx';
import styles from './PlaceSwitcher.module.css';
import { RowButton } from './RowButton.tsx';
import { isSamePlace } from './samePlace.ts';
import { AddPlace } from './saved/AddPlace.tsx';
import { PlaceSearch } from './search/PlaceSearch.tsx';
import { useChoosePlace } from './useChoosePlace.ts';

interface PlaceSwitcherProps {
  isOpen: boolean;
  saved: Place[];
  shown: Place;
  /** The current temperature, as text. */
  temperatureAt: (place: Place) => string;
  onClose: () => void;
}

export function PlaceSwitcher({
  isOpen,
  saved,
  shown,
  temperatureAt,
  onClose,
}: PlaceSwitcherProps) {
  const { t } = useTranslation();
  const [recent] = useStored('recentPlaces');
  const [current] = useStored('currentLocation');
  const choose = useChoosePlace();
  const [isSaving, setIsSaving] = useState(false);
  const handleChoose = (place: Place) => {
    choose(place);
    onClose();
  };
  const others = recent.filter((place) => !saved.some((known) => isSamePlace(known, place)));
  const list = { shown, temperatureAt, onChoose: handleChoose };
  const handleSaved = () => {
    setIsSaving(false);
    onClose();
  };
  if (isSaving) {
    return <AddPlace draft={createDraft(shown)} onShow={handleSaved} onClose={handleSaved} />;
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('home.places.title')}
      actions={
        <>
          <PageLink className={styles.manage} to={paths.locations} onClick={onClose}>
            {t('home.places.manage')}
          </PageLink>
          <Button look="secondary" onClick={onClose}>
            {t('app.close')}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <PlaceSearch label={t('home.places.search')} onChoose={handleChoose} />
        <LocateMe onFound={handleChoose} />
        {!saved.some((known) => isSamePlace(known, shown)) && (
          <Button look="secondary" onClick={() => setIsSaving(true)}>
            {t('home.places.save', { name: shown.name })}
          </Button>
        )}
        {current && (
          <PlaceList title={t('home.places.current')} icon="locate" places={[current]} {...list} />
        )}
        <PlaceList title={t('home.places.saved')} icon="pin" places={saved} {...list} />
        <PlaceList title={t('home.places.recent')} icon="dial" places={others} {...list} />
      </div>
    </Dialog>
  );
}

interface PlaceListProps {
  title: string;
  icon: IconName;
  places: Place[];
  shown: Place;
  temperatureAt: (place: Place) => string;
  onChoose: (place: Place) => void;
}

function PlaceList({ title, icon, places, shown, temperatureAt, onChoose }: PlaceListProps) {
  if (places.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul>
        {places.map((place) => (
          <li key={place.id ?? `${place.latitude} ${place.longitude}`}>
            <RowButton
              className={styles.place}
              aria-current={isSamePlace(place, shown) || undefined}
              onClick={() => onChoose(place)}
            >
              <Icon name={icon} size={1.25} />
              <span title={place.name}>{shortName(place.name, nameLimits.row)}</span>
              {isSamePlace(place, shown) && <Icon name="check" size={1.25} />}
              <span className={styles.temperature}>{temperatureAt(place)}</span>
            </RowButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

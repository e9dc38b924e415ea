/** `/locations`: search, the current place, saved places and the search history. */
import { type ComponentProps, useState } from 'react';
import { useAuth } from '../../api/session/useSession.ts';
import { CurrentCard } from '../../features/locations/current/CurrentCard.tsx';
import { useTrackCurrentLocation } from '../../features/locations/current/useTrackCurrentLocation.ts';
import { placeOfEntry, useHistory } from '../../features/locations/history/queries.ts';
import { SearchHistory } from '../../features/locations/history/SearchHistory.tsx';
import { LoginDialog } from '../../features/locations/LoginDialog.tsx';
import { useOfflinePlaces } from '../../features/locations/offlinePlaces.ts';
import { AddPlace } from '../../features/locations/saved/AddPlace.tsx';
import { EditPlace } from '../../features/locations/saved/EditPlace.tsx';
import { useSavedLocations } from '../../features/locations/saved/queries.ts';
import { SavedPlaces } from '../../features/locations/saved/SavedPlaces.tsx';
import type { SavedLocation } from '../../features/locations/saved/savedLocation.ts';
import { useFinishPendingSave } from '../../features/locations/saved/useFinishPendingSave.ts';
import { useSaveWithToast } from '../../features/locations/saved/useSaveWithToast.ts';
import { PlaceSearch } from '../../features/locations/search/PlaceSearch.tsx';
import { useChoosePlace } from '../../features/locations/useChoosePlace.ts';
import { PushCard } from '../../features/push/PushCard.tsx';
import { PlaceCards } from '../../features/weather/places/PlaceCards.tsx';
import { usePlaceSummary } from '../../features/weather/places/usePlaceSummary.tsx';
import { useSavedWeather } from '../../features/weather/places/useSavedWeather.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { type CurrentPlace, createDraft, type PlaceDraft } from '../../storage/places.ts';
import { useStored } from '../../storage/useStored.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { SafeSection } from '../../ui/status/SafeSection.tsx';
import styles from './Locations.module.css';

type Opened =
  | { what: 'add'; draft: PlaceDraft; region?: string | undefined }
  | { what: 'edit'; place: SavedLocation }
  | { what: 'login'; draft: PlaceDraft };

export default function Locations() {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const choose = useChoosePlace();
  const offline = useOfflinePlaces();
  const { entries } = useHistory();
  const { save, isSaving } = useSaveWithToast();
  const [opened, setOpened] = useState<Opened | null>(null);
  useTrackCurrentLocation();
  useFinishPendingSave((draft) => setOpened({ what: 'add', draft }));

  const add = (found: Parameters<typeof createDraft>[0], region?: string) =>
    setOpened({ what: 'add', draft: createDraft(found), region });
  const close = () => setOpened(null);

  function saveCurrent(place: Parameters<typeof createDraft>[0]) {
    const draft = createDraft(place);
    if (isAuthenticated) save(draft, { savedText: 'locations.currentSaved' });
    else setOpened({ what: 'login', draft });
  }

  return (
    <Page title={t('pages.locations')} layout="wide">
      <div className={styles.page}>
        <div className={styles.search}>
          <SafeSection>
            <Card>
              <PlaceSearch
                label={t('home.places.search')}
                isFloating
                recent={entries.map(placeOfEntry)}
                onChoose={add}
              />
            </Card>
          </SafeSection>
        </div>
        <div className={styles.current}>
          <SafeSection>
            <CurrentWithWeather isSaving={isSaving} onShow={choose} onSave={saveCurrent} />
          </SafeSection>
        </div>
        <div className={styles.saved}>
          <SafeSection>
            {!isAuthenticated && offline.length > 0 ? (
              // Offline the session is unknown, so the places can be viewed but not changed.
              <PlaceCards
                title={t('home.places.mine')}
                places={offline.map((place) => ({ ...place, note: '' }))}
                onChoose={choose}
              />
            ) : (
              <SavedWithWeather
                onShow={choose}
                onEdit={(place) => setOpened({ what: 'edit', place })}
              />
            )}
          </SafeSection>
        </div>
        <div className={styles.history}>
          <SafeSection>
            <SearchHistory onChoose={(place) => add(place, place.address ?? '')} />
          </SafeSection>
          {isAuthenticated && (
            <SafeSection>
              <PushCard />
            </SafeSection>
          )}
        </div>
      </div>
      {opened?.what === 'add' && (
        <AddPlace
          draft={opened.draft}
          region={opened.region}
          onShow={() => choose({ id: null, ...opened.draft })}
          onClose={close}
        />
      )}
      {opened?.what === 'edit' && <EditPlace place={opened.place} onClose={close} />}
      {opened?.what === 'login' && <LoginDialog draft={opened.draft} onClose={close} />}
    </Page>
  );
}

type Shown<Props> = Omit<Props, 'weather' | 'weatherAt'>;

/** Separate components, so that moving a saved place does not render the search and the rest of the page again. */
function CurrentWithWeather(props: Shown<ComponentProps<typeof CurrentCard>>) {
  const [current] = useStored('currentLocation');
  const weatherOf = useWeatherOf(current ? [current] : []);
  return <CurrentCard {...props} weather={weatherOf('current')} />;
}

function SavedWithWeather(props: Shown<ComponentProps<typeof SavedPlaces>>) {
  const weatherOf = useWeatherOf(useSavedLocations());
  return <SavedPlaces {...props} weatherAt={({ id }) => weatherOf(id)} />;
}

/** The current weather of each place by its id. */
function useWeatherOf(list: Array<SavedLocation | CurrentPlace>) {
  const places = useSavedWeather(list);
  const summarize = usePlaceSummary();
  return (id: string) => summarize(places.find((place) => place.id === id));
}

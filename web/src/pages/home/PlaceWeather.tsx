/** The dashboard of one place, put together from weather and places. */
import { lazy, Suspense, useState } from 'react';
import { AlertCoverage } from '../../features/alerts/AlertCoverage.tsx';
import { AlertStrip } from '../../features/alerts/AlertStrip.tsx';
import { SharedPlaceBanner } from '../../features/locations/SharedPlaceBanner.tsx';
import { isSamePlace } from '../../features/locations/samePlace.ts';
import { useSavedLocations } from '../../features/locations/saved/queries.ts';
import { useChoosePlace } from '../../features/locations/useChoosePlace.ts';
import { useSharePlace } from '../../features/locations/useSharePlace.ts';
import { PullToRefresh } from '../../features/weather/PullToRefresh.tsx';
import { PlaceCards } from '../../features/weather/places/PlaceCards.tsx';
import { useTabTitle } from '../../features/weather/text/useTabTitle.ts';
import { useWeather } from '../../features/weather/useWeather.ts';
import { WeatherBar } from '../../features/weather/WeatherBar.tsx';
import { WeatherBoard } from '../../features/weather/WeatherBoard.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useKeptPlaces } from '../../storage/keptPlaces.ts';
import { useAccessibility } from '../../storage/useAccessibility.ts';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { AtRest } from '../../ui/AtRest.tsx';
import { Page } from '../../ui/Page.tsx';

const ReadAloudButton = lazy(async () => ({
  default: (await import('./ReadAloudButton.tsx')).ReadAloudButton,
}));
const Announcements = lazy(async () => ({
  default: (await import('./Announcements.tsx')).Announcements,
}));
const loadSwitcher = () => import('../../features/locations/PlaceSwitcher.tsx');
const PlaceSwitcher = lazy(async () => ({ default: (await loadSwitcher()).PlaceSwitcher }));

interface PlaceWeatherProps {
  place: Place;
  isShared: boolean;
  now: Date;
}

export function PlaceWeather({ place, isShared, now }: PlaceWeatherProps) {
  const weather = useWeather(place);
  const { report } = weather;
  const share = useSharePlace(place);
  const choose = useChoosePlace();
  const saved = useSavedLocations();
  const kept = useKeptPlaces();
  const cards = useCards();
  const [{ voiceAnnouncements }] = useAccessibility();
  const [isSwitching, setIsSwitching] = useState(false);
  // Once wanted it stays mounted, so that it can also fade out.
  const [wasSwitching, setWasSwitching] = useState(false);

  return (
    <Page title={useTabTitle(place.name, report)} layout="full">
      <PullToRefresh onRefresh={weather.retry}>
        <WeatherBoard
          weather={weather}
          now={now}
          banner={isShared && <SharedPlaceBanner place={place} />}
          alerts={report && <AlertStrip alerts={report.alerts} timeZone={report.place.timezone} />}
          alertCoverage={
            report && <AlertCoverage alerts={report.alerts} timeZone={report.place.timezone} />
          }
          places={cards.length > 0 && <PlaceCards places={cards} onChoose={choose} />}
          bar={
            <WeatherBar
              placeName={place.name}
              report={report}
              now={now}
              isRefreshing={weather.isFetching}
              onRefresh={weather.retry}
              onShare={share}
              onSwitch={() => {
                setWasSwitching(true);
                setIsSwitching(true);
              }}
              onSwitchIntent={() => void loadSwitcher()}
              action={
                voiceAnnouncements &&
                report && (
                  <Suspense>
                    <ReadAloudButton placeName={place.name} report={report} />
                  </Suspense>
                )
              }
            />
          }
        />
      </PullToRefresh>
      <AtRest>
        <Announcements placeName={place.name} report={report} />
      </AtRest>
      {wasSwitching && (
        <Suspense>
          <PlaceSwitcher
            isOpen={isSwitching}
            saved={saved.length > 0 ? saved : [...kept]}
            shown={place}
            onClose={() => setIsSwitching(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** Where the person is, and those of their saved places they want to see here. */
function useCards(): Array<Place & { note: string }> {
  const { t } = useTranslation();
  const saved = useSavedLocations();
  const kept = useKeptPlaces();
  const [current] = useStored('currentLocation');
  // Without a network nobody can say who is signed in, but the last weather of their places is here.
  if (saved.length === 0 && kept.length > 1) return kept.map((place) => ({ ...place, note: '' }));
  const own = current && !saved.some((place) => isSamePlace(place, current));
  return [
    ...(own ? [{ ...current, note: t('home.places.current') }] : []),
    ...saved
      .filter((location) => location.show_on_homepage)
      .map(({ id, name, latitude, longitude, location_type: category }) => ({
        id,
        name,
        latitude,
        longitude,
        note: t(`home.categories.${category}`),
      })),
  ];
}

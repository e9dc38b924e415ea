/** The dashboard of one place, composed of the weather and locations features. */
import { lazy, Suspense, useState } from 'react';
import { AlertCoverage } from '../../features/alerts/AlertCoverage.tsx';
import { AlertStrip } from '../../features/alerts/AlertStrip.tsx';
import { useOfflinePlaces } from '../../features/locations/offlinePlaces.ts';
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
import { AfterLoad } from '../../scheduling/AfterLoad.tsx';
import { useAccessibility } from '../../storage/useAccessibility.ts';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { ErrorBoundary } from '../../ui/status/ErrorBoundary.tsx';

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
  const offline = useOfflinePlaces();
  const cards = useCards();
  const [{ voiceAnnouncements }] = useAccessibility();
  const [isSwitching, setIsSwitching] = useState(false);
  // Stays mounted once opened, so that it can animate out.
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
            report && (
              <ErrorBoundary fallback={() => null}>
                <AlertCoverage alerts={report.alerts} timeZone={report.place.timezone} now={now} />
              </ErrorBoundary>
            )
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
      <AfterLoad>
        <ErrorBoundary fallback={() => null}>
          <Announcements placeName={place.name} report={report} />
        </ErrorBoundary>
      </AfterLoad>
      {wasSwitching && (
        <Suspense>
          <PlaceSwitcher
            isOpen={isSwitching}
            saved={saved.length > 0 ? saved : [...offline]}
            shown={place}
            onClose={() => setIsSwitching(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** The current place and the saved places that are shown on the dashboard. */
function useCards(): Array<Place & { note: string }> {
  const { t } = useTranslation();
  const saved = useSavedLocations();
  const offline = useOfflinePlaces();
  const [current] = useStored('currentLocation');
  // Offline the session is unknown, but the cached weather of the user's places can be shown.
  if (saved.length === 0 && offline.length > 1) {
    return offline.map((place) => ({ ...place, note: '' }));
  }
  const shown = saved.filter((location) => location.showOnHomepage);
  const isCurrentExtra = current && !shown.some((place) => isSamePlace(place, current));
  return [
    ...(isCurrentExtra ? [{ ...current, note: t('home.places.current') }] : []),
    ...shown.map((place) => ({ ...place, note: t(`home.categories.${place.category}`) })),
  ];
}

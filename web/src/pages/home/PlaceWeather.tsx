/** The dashboard of one place, composed of the weather and locations features. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { UnconfirmedBanner } from '../../features/accounts/UnconfirmedBanner.tsx';
import { AlertCoverage, IncompleteCoverage } from '../../features/alerts/AlertCoverage.tsx';
import { AlertStrip } from '../../features/alerts/AlertStrip.tsx';
import { alertPeriods } from '../../features/alerts/alertPeriods.ts';
import { useOfflinePlaces } from '../../features/locations/offlinePlaces.ts';
import { PlaceChips } from '../../features/locations/PlaceChips.tsx';
import { SharedPlaceBanner } from '../../features/locations/SharedPlaceBanner.tsx';
import { isSamePlace } from '../../features/locations/samePlace.ts';
import { useSavedLocations } from '../../features/locations/saved/queries.ts';
import { searchOf } from '../../features/locations/sharedPlace.ts';
import { useChoosePlace } from '../../features/locations/useChoosePlace.ts';
import { useSharePlace } from '../../features/locations/useSharePlace.ts';
import { PullToRefresh } from '../../features/weather/PullToRefresh.tsx';
import type { WeatherReport } from '../../features/weather/report.ts';
import {
  type AlertPeriod,
  AlertPeriodsContext,
} from '../../features/weather/series/alertPeriods.ts';
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
import { useFormatContext } from '../../units/formatContext.ts';

const ReadAloudButton = lazy(async () => ({
  default: (await import('./ReadAloudButton.tsx')).ReadAloudButton,
}));
const Announcements = lazy(async () => ({
  default: (await import('./Announcements.tsx')).Announcements,
}));
const PlaceCards = lazy(async () => ({
  default: (await import('../../features/weather/places/PlaceCards.tsx')).PlaceCards,
}));
const PlaceNotes = lazy(async () => ({
  default: (await import('./PlaceNotes.tsx')).PlaceNotes,
}));
const SavePlaceButton = lazy(async () => ({
  default: (await import('../../features/locations/SavePlaceButton.tsx')).SavePlaceButton,
}));
const loadSwitcher = () => import('./Switcher.tsx');
const Switcher = lazy(async () => ({ default: (await loadSwitcher()).Switcher }));

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
  const cards = useCards(place);
  const [{ voiceAnnouncements }] = useAccessibility();
  const [firstPlaceName] = useState(place.name);
  const [isSwitching, setIsSwitching] = useState(false);
  // Stays mounted once opened, so that it can animate out.
  const [wasSwitching, setWasSwitching] = useState(false);

  return (
    <Page title={useTabTitle(place.name, report)} layout="full">
      <PullToRefresh onRefresh={weather.retry}>
        <AlertPeriodsContext value={useAlertPeriods(report)}>
          <WeatherBoard
            weather={weather}
            placeName={place.name}
            now={now}
            search={searchOf(place)}
            choices={<PlaceChips shown={place} />}
            banner={isShared ? <SharedPlaceBanner place={place} /> : <UnconfirmedBanner />}
            alerts={
              report && (
                <>
                  <AlertStrip
                    alerts={report.alerts}
                    timeZone={report.place.timezone}
                    place={report.place}
                  />
                  <ErrorBoundary fallback={() => null}>
                    <IncompleteCoverage {...coverage(report, now)} />
                  </ErrorBoundary>
                </>
              )
            }
            alertCoverage={
              report?.alerts?.coverage === 'covered' && <AlertCoverage {...coverage(report, now)} />
            }
            places={
              <>
                {cards.places.length > 0 && (
                  <Suspense>
                    <PlaceCards {...cards} onChoose={choose} />
                  </Suspense>
                )}
                <AfterLoad>
                  <PlaceNotes place={place} search={searchOf(place)} />
                </AfterLoad>
              </>
            }
            action={
              !isShared && (
                <AfterLoad>
                  <SavePlaceButton place={place} />
                </AfterLoad>
              )
            }
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
        </AlertPeriodsContext>
      </PullToRefresh>
      <AfterLoad>
        <ErrorBoundary fallback={() => null}>
          <Announcements placeName={place.name} firstPlaceName={firstPlaceName} report={report} />
        </ErrorBoundary>
      </AfterLoad>
      {wasSwitching && (
        <Suspense>
          <Switcher
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

const coverage = (report: WeatherReport, now: Date) => ({
  alerts: report.alerts,
  timeZone: report.place.timezone,
  now,
});

const noPeriods: AlertPeriod[] = [];

/** When alerts are in force; a faulty list marks no hours, and the strip says that it is faulty. */
function useAlertPeriods(report: WeatherReport | undefined): AlertPeriod[] {
  const { translation, measures, timeZone } = useFormatContext(report?.place.timezone ?? 'UTC');
  return useMemo(() => {
    try {
      const context = { translation, measures, timeZone, now: new Date() };
      return report ? alertPeriods(report.alerts, context) : noPeriods;
    } catch {
      return noPeriods;
    }
  }, [report, translation, measures, timeZone]);
}

interface Cards {
  title: string;
  places: Array<Place & { note: string }>;
}

/** The current place and the saved places that are shown on the dashboard; without any, the recent ones. */
function useCards(shown: Place): Cards {
  const { t } = useTranslation();
  const saved = useSavedLocations();
  const offline = useOfflinePlaces();
  const [current] = useStored('currentLocation');
  const [recent] = useStored('recentPlaces');
  const title = t('home.places.mine');
  // Offline the session is unknown, but the cached weather of the user's places can be shown.
  if (saved.length === 0 && offline.length > 1) {
    return { title, places: offline.map((place) => ({ ...place, note: '' })) };
  }
  const onDashboard = saved.filter((location) => location.showOnHomepage);
  const isCurrentExtra = current && !onDashboard.some((place) => isSamePlace(place, current));
  const own = [
    ...(isCurrentExtra ? [{ ...current, note: t('home.places.current') }] : []),
    ...onDashboard.map((place) => ({ ...place, note: t(`home.categories.${place.category}`) })),
  ];
  if (saved.length > 0 || own.length > 1) return { title, places: own };
  const others = recent.filter((place) => !isSamePlace(place, shown) && !isListed(place, own));
  return {
    title: t(others.length > 0 && own.length === 0 ? 'home.places.recent' : 'home.places.mine'),
    places: [...own, ...others.map((place) => ({ ...place, note: '' }))],
  };
}

const isListed = (place: Place, list: Place[]) => list.some((other) => isSamePlace(other, place));

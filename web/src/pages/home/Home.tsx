/** `/`: the weather of the chosen or shared place, or the choice of a first place. */
import { lazy, Suspense, use, useEffect, useState } from 'react';
import { useTrackCurrentLocation } from '../../features/locations/current/useTrackCurrentLocation.ts';
import { useOfflinePlaces } from '../../features/locations/offlinePlaces.ts';
import { useSavedList } from '../../features/locations/saved/queries.ts';
import { readSharedPlace } from '../../features/locations/sharedPlace.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useLocation } from '../../navigation/navigation.ts';
import { type Preloadable, preloadable } from '../../scheduling/preloadable.tsx';
import { useAfterLoad } from '../../scheduling/useAfterLoad.ts';
import { readStored } from '../../storage/store.ts';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { HasNavigatedContext } from '../../ui/layout/Page.tsx';
import { LoadingOverlay } from '../../ui/status/LoadingOverlay.tsx';
import { SafeSection } from '../../ui/status/SafeSection.tsx';
import { minuteMs } from '../../units/durations.ts';

const Onboarding = lazy(async () => ({
  default: (await import('../../features/onboarding/Onboarding.tsx')).Onboarding,
}));

/** Each in its own chunk, because a visit begins with one of them. */
const weather = preloadable(
  async () => ({ default: (await import('./PlaceWeather.tsx')).PlaceWeather }),
  null,
);
const firstVisit = preloadable(
  async () => ({ default: (await import('./FirstVisit.tsx')).FirstVisit }),
  null,
);

/** @public Called by the loader of the pages. */
export async function loadAhead() {
  const place =
    readSharedPlace(location.search) ??
    readStored('selectedLocation') ??
    readStored('currentLocation');
  await (place ? weather : firstVisit).load();
  return null;
}

export default function Home() {
  const { t } = useTranslation();
  const inAddress = readSharedPlace(useLocation().search);
  const [selected] = useStored('selectedLocation');
  const [current] = useStored('currentLocation');
  const [recent] = useStored('recentPlaces');
  // The address of a place that was chosen here is not a shared link.
  const own = inAddress && [selected, ...recent].find((place) => isExactly(inAddress, place));
  const shared = own ? null : inAddress;
  const isOpenedLink = useOpenedLink(inAddress, shared);
  const [hasSeenOnboarding, setHasSeenOnboarding] = useStored('onboardingSeen');
  const { place: ownPlace, isLoading } = useOwnPlace();
  const place = own ?? shared ?? selected ?? current ?? ownPlace;
  // Choosing the first place removes the focused element, so the weather takes the focus as after a navigation.
  const [wasAsked, setWasAsked] = useState(false);
  if (!place && !isLoading && !wasAsked) setWasAsked(true);
  const hasNavigated = use(HasNavigatedContext) || wasAsked;
  const now = useMinute();
  useTrackCurrentLocation();
  const isLoaded = useAfterLoad();
  useEffect(() => {
    // The next press may choose the first place. A failure is repeated then.
    if (isLoaded && !place) weather.load().catch(() => undefined);
  }, [isLoaded, place]);
  return (
    <>
      {/*
        First in the tab order, because it lies over the page. Visitors who follow a shared link want its weather first;
        the tour is shown on their next visit, not when they close the banner of the link.
      */}
      {!hasSeenOnboarding && !isOpenedLink && (
        <Suspense>
          <Onboarding onEnd={() => setHasSeenOnboarding(true)} />
        </Suspense>
      )}
      {place ? (
        <HasNavigatedContext value={hasNavigated}>
          <SafeSection>
            <Loaded part={weather} place={place} isShared={shared !== null} now={now} />
          </SafeSection>
        </HasNavigatedContext>
      ) : isLoading ? (
        <LoadingOverlay label={t('app.loading')} />
      ) : (
        <Loaded part={firstVisit} now={now} />
      )}
    </>
  );
}

/** A part that is shown as soon as its chunk has loaded. */
function Loaded<Props extends object>({ part, ...props }: { part: Preloadable<Props> } & Props) {
  const { t } = useTranslation();
  // Chosen once: changing the component later would reset its state.
  const [Part] = useState(() => part.component(false));
  return (
    <Suspense fallback={<LoadingOverlay label={t('app.loading')} />}>
      <Part {...(props as unknown as Props)} />
    </Suspense>
  );
}

const isExactly = (one: Place, other: Place | null) =>
  one.latitude === other?.latitude && one.longitude === other.longitude && one.name === other.name;

/** Whether the place in the address came by a link, also after it became one of this browser's own places. */
function useOpenedLink(inAddress: Place | null, shared: Place | null): boolean {
  const [opened, setOpened] = useState<Place | null>(null);
  if (shared && !isExactly(shared, opened)) setOpened(shared);
  return inAddress !== null && isExactly(inAddress, opened);
}

/** Without a chosen place, as on a new device: the first saved place of the dashboard. */
function useOwnPlace() {
  const { locations, isLoading } = useSavedList();
  const [offline = null] = useOfflinePlaces();
  const saved = locations.find(({ showOnHomepage }) => showOnHomepage);
  // Offline the list is unknown, but some of its weather is cached.
  return { place: saved ?? offline, isLoading };
}

/** The current time, updated every minute, and at once when a tab that slept becomes visible. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    const update = () => document.visibilityState === 'visible' && setNow(new Date());
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return now;
}

/** `/`: the weather of the chosen or shared place, or the choice of a first place. */
import { lazy, Suspense, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTrackCurrentLocation } from '../../features/locations/current/useTrackCurrentLocation.ts';
import { readSharedPlace } from '../../features/locations/sharedPlace.ts';
import { useStored } from '../../storage/useStored.ts';
import { HasNavigatedContext } from '../../ui/layout/Page.tsx';
import { minuteMs } from '../../units/durations.ts';
import { FirstVisit } from './FirstVisit.tsx';
import { PlaceWeather } from './PlaceWeather.tsx';

const Onboarding = lazy(async () => ({
  default: (await import('../../features/onboarding/Onboarding.tsx')).Onboarding,
}));

export default function Home() {
  const shared = readSharedPlace(useLocation().search);
  const [selected] = useStored('selectedLocation');
  const [current] = useStored('currentLocation');
  const [hasSeenOnboarding, setHasSeenOnboarding] = useStored('onboardingSeen');
  const place = shared ?? selected ?? current;
  // Choosing the first place removes the focused element, so the weather takes the focus as after a navigation.
  const [wasAsked] = useState(!place);
  const hasNavigated = use(HasNavigatedContext) || wasAsked;
  const now = useMinute();
  useTrackCurrentLocation();
  return (
    <>
      {place ? (
        <HasNavigatedContext value={hasNavigated}>
          <PlaceWeather place={place} isShared={shared !== null} now={now} />
        </HasNavigatedContext>
      ) : (
        <FirstVisit now={now} />
      )}
      {/* Visitors who follow a shared link want its weather first; the tour is shown on their next visit. */}
      {!hasSeenOnboarding && !shared && (
        <Suspense>
          <Onboarding onEnd={() => setHasSeenOnboarding(true)} />
        </Suspense>
      )}
    </>
  );
}

/** The current time, updated every minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** `/`: the weather of the chosen place, of a shared one, or the question which place it shall be. */
import { lazy, Suspense, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTrackCurrentLocation } from '../features/locations/current/useTrackCurrentLocation.ts';
import { readSharedPlace } from '../features/locations/sharedPlace.ts';
import { useStored } from '../storage/useStored.ts';
import { HasNavigatedContext } from '../ui/Page.tsx';
import { FirstVisit } from './home/FirstVisit.tsx';
import { PlaceWeather } from './home/PlaceWeather.tsx';

const Onboarding = lazy(async () => ({
  default: (await import('../features/onboarding/Onboarding.tsx')).Onboarding,
}));
const minuteMs = 60_000;

export default function Home() {
  const shared = readSharedPlace(useLocation().search);
  const [selected] = useStored('selectedLocation');
  const [current] = useStored('currentLocation');
  const [hasSeenOnboarding, setHasSeenOnboarding] = useStored('onboardingSeen');
  const place = shared ?? selected ?? current;
  // Who has just answered the question stood in it: the weather takes the focus over, as any page one goes to.
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
      {/* Who follows a link came for its weather; the tour waits for a page of their own. */}
      {!hasSeenOnboarding && !shared && (
        <Suspense>
          <Onboarding onEnd={() => setHasSeenOnboarding(true)} />
        </Suspense>
      )}
    </>
  );
}

/** The present, moving on every minute so that ages and clocks stay true. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

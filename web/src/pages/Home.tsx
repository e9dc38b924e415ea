/** `/`: the weather of the chosen place, of a shared one, or the question which place it shall be. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useKeepCurrent } from '../features/locations/current/useCurrentLocation.ts';
import { readSharedPlace } from '../features/locations/sharedPlace.ts';
import { useStored } from '../storage/useStored.ts';
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
  const now = useMinute();
  useKeepCurrent();
  return (
    <>
      {place ? (
        <PlaceWeather place={place} isShared={shared !== null} now={now} />
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

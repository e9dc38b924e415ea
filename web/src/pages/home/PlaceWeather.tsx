/** The dashboard of one place, put together from weather and places. */
import { lazy, Suspense, useState } from 'react';
import { useSharePlace } from '../../features/locations/useSharePlace.ts';
import { useHeadline } from '../../features/weather/headline.ts';
import { PullToRefresh } from '../../features/weather/PullToRefresh.tsx';
import { useWeather } from '../../features/weather/useWeather.ts';
import { WeatherBar } from '../../features/weather/WeatherBar.tsx';
import { WeatherBoard } from '../../features/weather/WeatherBoard.tsx';
import type { Place } from '../../storage/values.ts';
import { Page } from '../../ui/Page.tsx';

const loadSwitcher = () => import('../../features/locations/PlaceSwitcher.tsx');
const PlaceSwitcher = lazy(async () => ({ default: (await loadSwitcher()).PlaceSwitcher }));

interface PlaceWeatherProps {
  place: Place;
  now: Date;
}

export function PlaceWeather({ place, now }: PlaceWeatherProps) {
  const weather = useWeather(place);
  const share = useSharePlace(place);
  const [isSwitching, setIsSwitching] = useState(false);
  // Once wanted it stays mounted, so that it can also fade out.
  const [wasSwitching, setWasSwitching] = useState(false);

  return (
    <Page title={useHeadline(place.name, weather.report)} layout="full">
      <PullToRefresh onRefresh={weather.retry}>
        <WeatherBoard
          weather={weather}
          now={now}
          bar={
            <WeatherBar
              placeName={place.name}
              report={weather.report}
              now={now}
              isRefreshing={weather.isFetching}
              onRefresh={weather.retry}
              onShare={share}
              onSwitch={() => {
                setWasSwitching(true);
                setIsSwitching(true);
              }}
              onSwitchNear={() => void loadSwitcher()}
            />
          }
        />
      </PullToRefresh>
      {wasSwitching && (
        <Suspense>
          <PlaceSwitcher
            isOpen={isSwitching}
            saved={[]}
            shown={place}
            onClose={() => setIsSwitching(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

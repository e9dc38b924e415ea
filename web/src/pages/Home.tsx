/** `/`: the weather of the chosen place. */
import { useEffect, useState } from 'react';
import { useHeadline } from '../features/weather/headline.ts';
import { useWeather } from '../features/weather/useWeather.ts';
import { WeatherBar } from '../features/weather/WeatherBar.tsx';
import { WeatherBoard } from '../features/weather/WeatherBoard.tsx';
import { useStored } from '../storage/useStored.ts';
import type { Place } from '../storage/values.ts';
import { Page } from '../ui/Page.tsx';

/** Until a place is chosen. */
const firstPlace: Place = { id: null, name: 'Berlin', latitude: 52.52, longitude: 13.41 };
const minuteMs = 60_000;

export default function Home() {
  const [selected] = useStored('selectedLocation');
  const place = selected ?? firstPlace;
  const weather = useWeather(place);
  const now = useMinute();

  return (
    <Page title={useHeadline(place.name, weather.report)} layout="full">
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
          />
        }
      />
    </Page>
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

/** `/`: the weather of the chosen place. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../api/ApiContext.ts';
import { useHeadline } from '../features/weather/headline.ts';
import { weatherQueries } from '../features/weather/queries.ts';
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
  const api = useApi();
  const { data: report, error, isFetching, refetch } = useQuery(weatherQueries.report(api, place));
  const now = useMinute();
  const handleRefresh = () => void refetch();

  return (
    <Page title={useHeadline(place.name, report)} layout="full">
      <WeatherBoard
        report={report}
        error={error}
        now={now}
        onRetry={handleRefresh}
        bar={
          <WeatherBar
            placeName={place.name}
            report={report}
            now={now}
            isRefreshing={isFetching}
            onRefresh={handleRefresh}
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

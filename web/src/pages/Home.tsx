/** `/`: the weather of the chosen place. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../api/ApiContext.ts';
import { weatherQueries } from '../features/weather/queries.ts';
import { dataOf } from '../features/weather/report.ts';
import { conditionName } from '../features/weather/sentence.ts';
import { useMeasures } from '../features/weather/useMeasures.ts';
import { WeatherBoard } from '../features/weather/WeatherBoard.tsx';
import { useTranslation } from '../i18n/I18n.tsx';
import { useStored } from '../storage/useStored.ts';
import type { Place } from '../storage/values.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Page } from '../ui/Page.tsx';
import { TopBar } from '../ui/TopBar.tsx';

/** Until a place is chosen. */
const firstPlace: Place = { id: null, name: 'Berlin', latitude: 52.52, longitude: 13.41 };
const minuteMs = 60_000;

export default function Home() {
  const translation = useTranslation();
  const { t, format } = translation;
  const measures = useMeasures();
  const [selected] = useStored('selectedLocation');
  const place = selected ?? firstPlace;
  const api = useApi();
  const { data: report, error, isFetching, refetch } = useQuery(weatherQueries.report(api, place));
  const now = useMinute();

  const current = report && dataOf(report.current);
  const hasHeadline = current?.temperature_2m != null && current.current_weather_condition;
  const title = hasHeadline
    ? t('weather.tabTitle', {
        temperature: measures.temperature(current.temperature_2m as number),
        condition: conditionName(translation, current.current_weather_condition as string),
        place: place.name,
      })
    : t('weather.title', { place: place.name });

  const bar = (
    <TopBar
      look="onSky"
      title={place.name}
      note={
        report
          ? t('weather.bar.localTime', { time: format.time(now, report.place.timezone) })
          : '\u00a0'
      }
      aside={
        <>
          {report?.fetched_at && <span>{format.age(new Date(report.fetched_at), now)}</span>}
          <IconButton
            icon="refresh"
            look="onSky"
            label={t('weather.bar.refresh')}
            disabled={isFetching}
            onClick={() => refetch()}
          />
        </>
      }
    />
  );

  return (
    <Page title={title} layout="full">
      <WeatherBoard
        report={report}
        error={error}
        now={now}
        bar={bar}
        onRetry={() => void refetch()}
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

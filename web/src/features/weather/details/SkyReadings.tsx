/** UV with the day's peak, the way of the sun with its twilight, and the moon. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { noValue } from '../../../units/measures.ts';
import { useMeasures } from '../../../units/useMeasures.ts';
import type { Day, Hourly, WeatherReport } from '../report.ts';
import { moonSeenFrom } from '../sky/sky.ts';
import { dayAfterPolar, twilight } from '../sky/sunTimes.ts';
import { hoursAndMinutes, uvLevel } from '../text/readingLevels.ts';
import { MoonDisc, SunArc, UvScale } from './pictures.tsx';
import { Reading } from './Reading.tsx';

interface SkyReadingsProps {
  today: Day;
  tomorrow: Day | undefined;
  uvNow: number | null;
  hourly: Hourly | null;
  place: WeatherReport['place'];
  now: Date;
}

export function SkyReadings({ today, tomorrow, uvNow, hourly, place, now }: SkyReadingsProps) {
  const { t } = useTranslation();
  const measures = useMeasures();
  const { moon } = today;
  return (
    <>
      <UvReading
        today={today}
        tomorrow={tomorrow}
        uvNow={uvNow}
        hourly={hourly}
        timeZone={place.timezone}
        now={now}
      />
      <Reading
        title={t('weather.details.moon')}
        value={t(`weather.moon.${moon.name}`)}
        notes={[t('weather.details.lit', { share: measures.percent(moon.illumination * 100) })]}
        picture={<MoonDisc phase={moonSeenFrom(place.latitude, moon.phase)} />}
      />
      <SunReading today={today} place={place} now={now} />
    </>
  );
}

interface UvReadingProps extends Omit<SkyReadingsProps, 'place'> {
  timeZone: string;
}

function UvReading({ today, tomorrow, uvNow, hourly, timeZone, now }: UvReadingProps) {
  const { t, format } = useTranslation();
  const peak = peakOfToday(today, hourly);
  const isOver = !peak || Date.parse(peak.time) < now.getTime();
  const later = tomorrow?.uv_index_max ?? null;
  const next =
    isOver && later !== null
      ? t('weather.details.uvTomorrow', { index: format.number(later) })
      : peak &&
        t('weather.details.uvPeak', {
          index: format.number(peak.index),
          time: format.time(peak.time, timeZone),
        });
  return (
    <Reading
      title={t('weather.details.uv')}
      value={uvNow === null ? noValue : format.number(uvNow)}
      notes={[uvNow !== null && t(`weather.uv.${uvLevel(uvNow)}`), next ?? false]}
      foot={<UvScale index={uvNow} peak={isOver ? later : (peak?.index ?? null)} />}
    />
  );
}

/** The hour of the highest index between sunrise and sunset; null where the provider has no hours. */
function peakOfToday(today: Day, hourly: Hourly | null) {
  const { sunrise, sunset } = today.sun;
  if (!hourly || !sunrise || !sunset) return null;
  let peak: { time: string; index: number } | null = null;
  for (const [position, time] of hourly.time.entries()) {
    const index = hourly.uv_index[position] ?? null;
    const isToday =
      Date.parse(time) >= Date.parse(sunrise) && Date.parse(time) <= Date.parse(sunset);
    if (index !== null && isToday && index > (peak?.index ?? 0)) peak = { time, index };
  }
  return peak;
}

function SunReading({ today, place, now }: Pick<SkyReadingsProps, 'today' | 'place' | 'now'>) {
  const { t, format } = useTranslation();
  const { sun } = today;
  const clock = (at: string | Date | null) => (at ? format.time(at, place.timezone) : noValue);
  const noon = new Date(sun.solar_noon);
  const light = twilight(noon, place.latitude);
  const twilightText =
    light && t('weather.details.twilight', { dawn: clock(light.dawn), dusk: clock(light.dusk) });
  if (sun.polar !== 'none') {
    const back = dayAfterPolar(noon, place.latitude);
    const key = sun.polar === 'day' ? 'nextSunset' : 'nextSunrise';
    return (
      <Reading
        title={t('weather.details.sun')}
        value={t(`weather.details.polar.${sun.polar === 'day' ? 'day' : 'night'}`)}
        notes={[
          back !== null &&
            t(`weather.details.${key}`, {
              date: format.shortDate(back.toISOString().slice(0, 10)),
            }),
          twilightText ?? false,
        ]}
        isWide
      />
    );
  }
  return (
    <Reading
      title={t('weather.details.sun')}
      value={t('weather.details.daylight', hoursAndMinutes(sun.daylight_seconds))}
      notes={[
        t('weather.details.sunrise', { time: clock(sun.sunrise) }),
        t('weather.details.sunset', { time: clock(sun.sunset) }),
        twilightText ?? false,
      ]}
      picture={<SunArc sunrise={sun.sunrise} sunset={sun.sunset} light={light} now={now} />}
      isWide
    />
  );
}

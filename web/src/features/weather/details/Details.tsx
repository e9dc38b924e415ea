/** Current readings, each with a small picture: wind, humidity, pressure, visibility, clouds, UV, sun and moon. */
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { noValue } from '../../../units/measures.ts';
import { useMeasures } from '../../../units/useMeasures.ts';
import { type Current, type Day, dataOf, type WeatherReport } from '../report.ts';
import { moonSeenFrom } from '../sky/sky.ts';
import { compassPoint, hoursAndMinutes, pressureTrend, uvLevel } from '../text/readingLevels.ts';
import styles from './Details.module.css';
import { Meter, MoonDisc, SunArc, TrendArrow, UvScale, WindCompass } from './pictures.tsx';

export function Details({ report, now }: { report: WeatherReport; now: Date }) {
  const { t } = useTranslation();
  const current = dataOf(report.current);
  const today = dataOf(report.daily)?.days[0];
  return (
    <section aria-labelledby="details-title">
      <h2 id="details-title" className="visually-hidden">
        {t('weather.details.title')}
      </h2>
      <div className={styles.grid}>
        {current && <AirReadings current={current} />}
        {today && <SkyReadings today={today} place={report.place} now={now} />}
      </div>
    </section>
  );
}

const shown = (value: number | null, formatValue: (value: number) => string) =>
  value === null ? noValue : formatValue(value);

function AirReadings({ current }: { current: Current }) {
  const { t, format } = useTranslation();
  const measures = useMeasures();
  const { wind_direction_10m: direction, pressure_trend: trend, uv_index: uv } = current;
  const { relative_humidity_2m: humidity, cloud_cover: clouds } = current;
  return (
    <>
      <Reading
        title={t('weather.details.wind')}
        value={shown(current.wind_speed_10m, measures.speed)}
        notes={[
          direction !== null &&
            t('weather.details.windFrom', {
              direction: t(`weather.compass.${compassPoint(direction)}`),
            }),
          t('weather.details.gusts', { speed: shown(current.wind_gusts_10m, measures.speed) }),
        ]}
        picture={<WindCompass direction={direction} north={t('weather.details.north')} />}
      />
      <Reading
        title={t('weather.details.humidity')}
        value={shown(humidity, measures.percent)}
        notes={[
          t('weather.details.dewPoint', {
            temperature: shown(current.dew_point_2m, measures.temperature),
          }),
        ]}
        foot={<Meter percent={humidity} />}
      />
      <Reading
        title={t('weather.details.pressure')}
        value={shown(current.pressure_msl, measures.pressure)}
        notes={[trend !== null && t(`weather.details.trend.${pressureTrend(trend)}`)]}
        picture={trend !== null && <TrendArrow trend={pressureTrend(trend)} />}
      />
      <Reading
        title={t('weather.details.visibility')}
        value={shown(current.visibility, measures.distance)}
        notes={[current.visibility !== null && t(visibilityText(current.visibility))]}
      />
      <Reading
        title={t('weather.details.clouds')}
        value={shown(clouds, measures.percent)}
        foot={<Meter percent={clouds} />}
      />
      <Reading
        title={t('weather.details.uv')}
        value={shown(uv, format.number)}
        notes={[uv !== null && t(`weather.uv.${uvLevel(uv)}`)]}
        foot={<UvScale index={uv} />}
      />
    </>
  );
}

/** The UK Met Office's bands that matter to drivers. */
function visibilityText(meters: number) {
  if (meters < 1_000) return 'weather.visibility.fog';
  if (meters < 4_000) return 'weather.visibility.poor';
  if (meters < 10_000) return 'weather.visibility.moderate';
  return meters < 20_000 ? 'weather.visibility.good' : 'weather.visibility.excellent';
}

interface SkyReadingsProps {
  today: Day;
  place: WeatherReport['place'];
  now: Date;
}

function SkyReadings({ today, place, now }: SkyReadingsProps) {
  const { t, format } = useTranslation();
  const measures = useMeasures();
  const { sun, moon } = today;
  const clock = (at: string | null) => (at ? format.time(at, place.timezone) : noValue);
  const hasBoth = sun.polar === 'none';
  return (
    <>
      <Reading
        title={t('weather.details.sun')}
        value={
          hasBoth
            ? t('weather.details.daylight', hoursAndMinutes(sun.daylight_seconds))
            : t(`weather.details.polar.${sun.polar === 'day' ? 'day' : 'night'}`)
        }
        notes={[
          hasBoth && t('weather.details.sunrise', { time: clock(sun.sunrise) }),
          hasBoth && t('weather.details.sunset', { time: clock(sun.sunset) }),
        ]}
        picture={hasBoth && <SunArc sunrise={sun.sunrise} sunset={sun.sunset} now={now} />}
      />
      <Reading
        title={t('weather.details.moon')}
        value={t(`weather.moon.${moon.name}`)}
        notes={[t('weather.details.lit', { share: measures.percent(moon.illumination * 100) })]}
        picture={<MoonDisc phase={moonSeenFrom(place.latitude, moon.phase)} />}
      />
    </>
  );
}

interface ReadingProps {
  title: string;
  value: string;
  notes?: Array<string | false>;
  /** Beside the text. */
  picture?: ReactNode;
  /** Below the text. */
  foot?: ReactNode;
}

function Reading({ title, value, notes = [], picture, foot }: ReadingProps) {
  return (
    <Card title={title} className={styles.reading}>
      <div className={styles.row}>
        <div className={styles.text}>
          <p className={styles.value} data-long={value.length > 8 || undefined}>
            {value}
          </p>
          {notes
            .filter((note) => note !== false)
            .map((note) => (
              <p key={note} className={styles.note}>
                {note}
              </p>
            ))}
        </div>
        {picture}
      </div>
      {foot}
    </Card>
  );
}

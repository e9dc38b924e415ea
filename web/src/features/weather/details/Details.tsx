/** Current readings, each with a small picture and its next 24 hours: wind, precipitation, humidity, pressure, UV, sun and more. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { compassPoint } from '../../../units/compass.ts';
import { hourMs } from '../../../units/durations.ts';
import { noValue } from '../../../units/measures.ts';
import { useMeasures } from '../../../units/useMeasures.ts';
import { type Current, type Day, dataOf, type Hourly, type WeatherReport } from '../report.ts';
import { pressureTrend } from '../text/readingLevels.ts';
import styles from './Details.module.css';
import { MeasuredReading } from './MeasuredReading.tsx';
import { TrendArrow, WindCompass } from './pictures.tsx';
import { Reading } from './Reading.tsx';
import { SkyReadings } from './SkyReadings.tsx';
import { Sparkline } from './Sparkline.tsx';

export function Details({ report, now }: { report: WeatherReport; now: Date }) {
  const { t } = useTranslation();
  const current = dataOf(report.current);
  const measured = dataOf(report.measured);
  const days = dataOf(report.daily)?.days;
  const hourly = dataOf(report.hourly);
  const next = (name: SeriesName) => nextDay(hourly, name, now);
  return (
    <section aria-labelledby="details-title" className={styles.details}>
      <h2 id="details-title" className="visually-hidden">
        {t('weather.details.title')}
      </h2>
      <div className={styles.grid}>
        {measured && (
          <MeasuredReading
            measured={measured}
            current={current}
            timeZone={report.place.timezone}
            now={now}
          />
        )}
        {current && <AirReadings current={current} today={days?.[0]} next={next} />}
        {days?.[0] && (
          <SkyReadings
            today={days[0]}
            tomorrow={days[1]}
            uvNow={current?.uv_index ?? null}
            hourly={hourly}
            place={report.place}
            now={now}
          />
        )}
      </div>
    </section>
  );
}

type SeriesName =
  | 'wind_speed_10m'
  | 'precipitation'
  | 'relative_humidity_2m'
  | 'pressure_msl'
  | 'visibility'
  | 'cloud_cover';

const hoursShown = 24;

/** The values of the next 24 hours, beginning with the current one. */
function nextDay(hourly: Hourly | null, name: SeriesName, now: Date): Array<number | null> {
  if (!hourly) return [];
  const first = hourly.time.findIndex((time) => Date.parse(time) + hourMs > now.getTime());
  return first < 0 ? [] : (hourly[name] ?? []).slice(first, first + hoursShown);
}

const shown = (value: number | null | undefined, formatValue: (value: number) => string) =>
  value == null ? noValue : formatValue(value);

/** Smallest ranges of the curves, in the units of the API: below them nothing worth a curve happens. */
const minRanges = { speed: 5, millimetres: 1, percent: 30, hectopascals: 6, metres: 10_000 };

interface AirReadingsProps {
  current: Current;
  today: Day | undefined;
  next: (name: SeriesName) => Array<number | null>;
}

function AirReadings({ current, today, next }: AirReadingsProps) {
  const { t } = useTranslation();
  const measures = useMeasures();
  const range = useRangeText();
  const { wind_direction_10m: direction, pressure_trend: trend } = current;
  const series = {
    wind: next('wind_speed_10m'),
    precipitation: next('precipitation'),
    humidity: next('relative_humidity_2m'),
    pressure: next('pressure_msl'),
    visibility: next('visibility'),
    clouds: next('cloud_cover'),
  };
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
          range(series.wind, measures.speed),
        ]}
        picture={<WindCompass direction={direction} north={t('weather.details.north')} />}
        foot={
          <Sparkline values={series.wind} minRange={minRanges.speed} color="var(--color-wind)" />
        }
      />
      {today && (
        <Reading
          title={t('weather.charts.precipitation')}
          value={shown(today.precipitation_sum, measures.precipitation)}
          notes={[
            t('weather.days.today'),
            today.precipitation_probability_max !== null &&
              `${t('weather.charts.chance')} ${measures.percent(today.precipitation_probability_max)}`,
            !!today.snowfall_sum &&
              t('weather.days.snow', { amount: measures.snowfall(today.snowfall_sum) }),
          ]}
          foot={
            <Sparkline
              values={series.precipitation}
              minRange={minRanges.millimetres}
              color="var(--color-water)"
              isBars
            />
          }
        />
      )}
      <Reading
        title={t('weather.details.pressure')}
        value={shown(current.pressure_msl, measures.pressure)}
        notes={[
          trend !== null && t(`weather.details.trend.${pressureTrend(trend)}`),
          range(series.pressure, measures.pressure),
        ]}
        picture={trend !== null && <TrendArrow trend={pressureTrend(trend)} />}
        foot={
          <Sparkline
            values={series.pressure}
            minRange={minRanges.hectopascals}
            color="var(--color-temperature-3)"
          />
        }
      />
      <Reading
        title={t('weather.details.humidity')}
        value={shown(current.relative_humidity_2m, measures.percent)}
        notes={[
          t('weather.details.dewPoint', {
            temperature: shown(current.dew_point_2m, measures.temperature),
          }),
          range(series.humidity, measures.percent),
        ]}
        foot={
          <Sparkline
            values={series.humidity}
            minRange={minRanges.percent}
            color="var(--color-water)"
          />
        }
      />
      <Reading
        title={t('weather.details.visibility')}
        value={shown(current.visibility, measures.distance)}
        notes={[
          current.visibility !== null && t(visibilityText(current.visibility)),
          range(series.visibility, measures.distance),
        ]}
        foot={
          <Sparkline
            values={series.visibility}
            minRange={minRanges.metres}
            color="var(--color-accent)"
          />
        }
      />
      <Reading
        title={t('weather.details.clouds')}
        value={shown(current.cloud_cover, measures.percent)}
        notes={[range(series.clouds, measures.percent)]}
        foot={
          <Sparkline
            values={series.clouds}
            minRange={minRanges.percent}
            color="var(--color-border-strong)"
          />
        }
      />
    </>
  );
}

/** "Next 24 h: 3 to 8 m/s"; nothing where the provider has no hours. */
function useRangeText() {
  const { t } = useTranslation();
  return (values: Array<number | null>, formatValue: (value: number) => string) => {
    const known = values.filter((value) => value !== null);
    if (known.length < 2) return false;
    return t('weather.details.next24', {
      low: formatValue(Math.min(...known)),
      high: formatValue(Math.max(...known)),
    });
  };
}

/** The UK Met Office's bands that matter to drivers. */
function visibilityText(meters: number) {
  if (meters < 1_000) return 'weather.visibility.fog';
  if (meters < 4_000) return 'weather.visibility.poor';
  if (meters < 10_000) return 'weather.visibility.moderate';
  return meters < 20_000 ? 'weather.visibility.good' : 'weather.visibility.excellent';
}

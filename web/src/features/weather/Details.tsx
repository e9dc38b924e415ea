/** The present in single readings: wind, humidity, pressure, visibility, UV and the sun's day. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/Card.tsx';
import { noValue } from '../../units/measures.ts';
import styles from './Details.module.css';
import { compassPoint, hoursAndMinutes, pressureTrend, uvLevel } from './readings.ts';
import { dataOf, type WeatherReport } from './report.ts';
import { useMeasures } from './useMeasures.ts';

export function Details({ report }: { report: WeatherReport }) {
  const { t, format } = useTranslation();
  const measures = useMeasures();
  const current = dataOf(report.current);
  const sun = dataOf(report.daily)?.days[0]?.sun;
  if (!current) return null;
  const shown = (value: number | null, format: (value: number) => string) =>
    value === null ? noValue : format(value);
  const clock = (at: string | null | undefined) =>
    at ? format.time(at, report.place.timezone) : noValue;
  const { wind_direction_10m: direction, pressure_trend: trend, uv_index: uv } = current;

  return (
    <div className={styles.grid}>
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
      />
      <Reading
        title={t('weather.details.humidity')}
        value={shown(current.relative_humidity_2m, measures.percent)}
        notes={[
          t('weather.details.dewPoint', {
            temperature: shown(current.dew_point_2m, measures.temperature),
          }),
        ]}
      />
      <Reading
        title={t('weather.details.pressure')}
        value={shown(current.pressure_msl, measures.pressure)}
        notes={[trend !== null && t(`weather.details.trend.${pressureTrend(trend)}`)]}
      />
      <Reading
        title={t('weather.details.visibility')}
        value={shown(current.visibility, measures.distance)}
      />
      <Reading
        title={t('weather.details.uv')}
        value={shown(uv, (value) => format.number(value))}
        notes={[uv !== null && t(`weather.uv.${uvLevel(uv)}`)]}
      />
      <Reading
        title={t('weather.details.sun')}
        value={
          sun?.polar === 'none'
            ? t('weather.details.daylight', hoursAndMinutes(sun.daylight_seconds))
            : sun
              ? t(`weather.details.polar.${sun.polar}`)
              : noValue
        }
        notes={[
          sun?.polar === 'none' && t('weather.details.sunrise', { time: clock(sun.sunrise) }),
          sun?.polar === 'none' && t('weather.details.sunset', { time: clock(sun.sunset) }),
        ]}
      />
    </div>
  );
}

interface ReadingProps {
  title: string;
  value: string;
  notes?: Array<string | false>;
}

function Reading({ title, value, notes = [] }: ReadingProps) {
  return (
    <Card title={title}>
      <p className={styles.value}>{value}</p>
      {notes
        .filter((note) => note !== false)
        .map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
    </Card>
  );
}

/** The weather of one place to be read from across a room, with its age. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Place } from '../../../storage/values.ts';
import { minuteMs } from '../../../units/durations.ts';
import { useFormatContext } from '../../../units/formatContext.ts';
import { noValue } from '../../../units/measures.ts';
import { WeatherIcon } from '../icons/WeatherIcon.tsx';
import { type Day, dataOf, type Hour, type WeatherReport } from '../report.ts';
import { useNextHours } from '../series/useNextHours.ts';
import { conditionName } from '../text/conditionName.ts';
import { formatSentence } from '../text/formatSentence.ts';
import { useWeather } from '../useWeather.ts';
import styles from './Glance.module.css';

/** From this age on the page says that its weather is old: four attempts have failed. */
const oldAfterMs = 65 * minuteMs;
/** Later the numbers are no longer those of the present and are not shown as such. */
const goneAfterMs = 6 * 60 * minuteMs;
const hoursAhead = 16;
const hourStep = 3;
const daysShown = 4;

interface GlanceViewProps {
  place: Place;
  /** Black on white, without colours and greys. */
  isPaper: boolean;
  renderAlerts: (report: WeatherReport) => ReactNode;
}

export function GlanceView({ place, isPaper, renderAlerts }: GlanceViewProps) {
  const { report, error } = useWeather(place);
  const now = useMinute();
  const context = useFormatContext(report?.place.timezone ?? 'UTC');
  const { t, format } = context.translation;
  const fetchedAt = report?.fetched_at;
  const age = fetchedAt ? now.getTime() - Date.parse(fetchedAt) : Number.POSITIVE_INFINITY;
  const isOld = fetchedAt !== undefined && fetchedAt !== null && age > oldAfterMs;
  const time = fetchedAt ? format.timeOrDay(fetchedAt, context.timeZone, now) : '';
  return (
    <div className={styles.glance} data-paper={isPaper || undefined}>
      <header className={styles.head}>
        <h1 className={styles.place}>{place.name}</h1>
        <p className={styles.age} data-old={isOld || undefined} role="status">
          {fetchedAt
            ? t(isOld ? 'glance.old' : 'glance.updated', { time })
            : error && t('glance.missing')}
          {report?.source?.simulated && ` · ${t('weather.source.simulated')}`}
        </p>
      </header>
      {report && age <= goneAfterMs && renderAlerts(report)}
      {report && age <= goneAfterMs && <Content report={report} now={now} />}
      {report && age > goneAfterMs && <p className={styles.sentence}>{t('glance.missing')}</p>}
    </div>
  );
}

function Content({ report, now }: { report: WeatherReport; now: Date }) {
  const context = useFormatContext(report.place.timezone);
  const { translation, measures } = context;
  const { t } = translation;
  const current = dataOf(report.current);
  const summary = dataOf(report.summary);
  const days = dataOf(report.daily)?.days ?? [];
  const hours = useNextHours(report, now, hoursAhead);
  const condition = current?.current_weather_condition;
  const degrees = (celsius: number | null | undefined) =>
    celsius == null ? noValue : measures.temperature(celsius);
  return (
    <>
      <div className={styles.now}>
        {condition && <WeatherIcon condition={condition} isDay={current.is_day} size={6} />}
        <p className={styles.temperature}>{degrees(current?.temperature_2m)}</p>
        <div>
          <p className={styles.condition}>
            {condition ? conditionName(translation, condition) : noValue}
          </p>
          <p className={styles.range}>
            {t('weather.now.high', { temperature: degrees(days[0]?.temperature_2m_max) })}
            {'\u2003'}
            {t('weather.now.low', { temperature: degrees(days[0]?.temperature_2m_min) })}
          </p>
        </div>
      </div>
      {summary && <p className={styles.sentence}>{formatSentence(summary, context)}</p>}
      <ol className={styles.row} data-hours>
        {hours
          .filter((_, index) => index > 0 && index % hourStep === 0)
          .map((hour) => (
            <HourColumn key={hour.time} hour={hour} timeZone={report.place.timezone} />
          ))}
      </ol>
      <ol className={styles.row}>
        {days.slice(1, 1 + daysShown).map((day) => (
          <DayColumn key={day.date} day={day} />
        ))}
      </ol>
    </>
  );
}

function HourColumn({ hour, timeZone }: { hour: Hour; timeZone: string }) {
  const { translation, measures } = useFormatContext(timeZone);
  const { condition, temperature: celsius } = hour;
  return (
    <li className={styles.column}>
      <span className={styles.name}>{translation.format.fullHour(hour.time, timeZone)}</span>
      {condition && <WeatherIcon condition={condition} isDay={hour.isDay} size={3} />}
      {condition && (
        <span className="visually-hidden">{conditionName(translation, condition)}</span>
      )}
      <span>{celsius == null ? noValue : measures.temperature(celsius)}</span>
    </li>
  );
}

function DayColumn({ day }: { day: Day }) {
  const { translation, measures } = useFormatContext('UTC');
  const degrees = (celsius: number | null) =>
    celsius === null ? noValue : measures.temperature(celsius);
  return (
    <li className={styles.column}>
      <span className={styles.name}>{translation.format.weekday(day.date)}</span>
      {day.condition && <WeatherIcon condition={day.condition} isDay size={3} />}
      {day.condition && (
        <span className="visually-hidden">{conditionName(translation, day.condition)}</span>
      )}
      <span>
        {degrees(day.temperature_2m_max)} {degrees(day.temperature_2m_min)}
      </span>
    </li>
  );
}

/** The current time, updated every minute: the age must be right without any other change. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

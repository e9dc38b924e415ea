/** The content of the dial as a list: columns to look through, and a sentence for each hour for screen readers. */
import type { FormatContext } from '../../../units/formatContext.ts';
import { noValue } from '../../../units/measures.ts';
import { WeatherIcon } from '../icons/WeatherIcon.tsx';
import type { Hour } from '../report.ts';
import { describeHour } from '../text/describeHour.ts';
import styles from './HourList.module.css';

interface HourListProps {
  hours: Hour[];
  context: FormatContext;
}

export function HourList({ hours, context }: HourListProps) {
  return (
    <ol className={styles.list}>
      {hours.map((hour) => (
        <li key={hour.time} className={styles.hour}>
          <span className="visually-hidden">{describeHour(hour, context)}</span>
          <HourColumns hour={hour} context={context} />
        </li>
      ))}
    </ol>
  );
}

function HourColumns({ hour, context }: { hour: Hour; context: FormatContext }) {
  const { translation, measures, timeZone } = context;
  const { t, format } = translation;
  const shown = (value: number | null, formatValue: (value: number) => string) =>
    value === null ? noValue : formatValue(value);
  return (
    <span className={styles.columns} aria-hidden="true" data-level={hour.alert?.level}>
      <span className={styles.time}>
        {hour.isNow ? t('weather.hours.now') : format.fullHour(hour.time, timeZone)}
      </span>
      {hour.condition ? (
        <WeatherIcon condition={hour.condition} isDay={hour.isDay} size={1.75} />
      ) : (
        <span />
      )}
      <span className={styles.temperature}>{shown(hour.temperature, measures.temperature)}</span>
      <span className={styles.chance}>
        {shown(hour.precipitationProbability, measures.percent)}
      </span>
      <span className={styles.wind}>{shown(hour.windSpeed, measures.speed)}</span>
      {hour.alert && <span className={styles.alert}>{hour.alert.label}</span>}
    </span>
  );
}

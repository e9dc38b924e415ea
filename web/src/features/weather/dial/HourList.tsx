/** The content of the dial as a list. */
import type { FormatContext } from '../../../units/formatContext.ts';
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
          {hour.condition && (
            <WeatherIcon condition={hour.condition} isDay={hour.isDay} size={1.75} />
          )}
          <span className={styles.sentence}>{describeHour(hour, context)}</span>
        </li>
      ))}
    </ol>
  );
}

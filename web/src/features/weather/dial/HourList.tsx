/** The dial's content as a list: the same hours, the same numbers. */
import type { Translation } from '../../../i18n/I18n.tsx';
import type { Measures } from '../../../units/measures.ts';
import { tellHour } from '../hourSentence.ts';
import { WeatherIcon } from '../icons/WeatherIcon.tsx';
import type { Hour } from '../report.ts';
import styles from './HourList.module.css';

interface HourListProps {
  hours: Hour[];
  telling: { translation: Translation; measures: Measures; timeZone: string };
}

export function HourList({ hours, telling }: HourListProps) {
  return (
    <ol className={styles.list}>
      {hours.map((hour) => (
        <li key={hour.time} className={styles.hour}>
          {hour.condition && (
            <WeatherIcon condition={hour.condition} isDay={hour.isDay} size={1.75} />
          )}
          <span className={styles.sentence}>{tellHour(hour, telling)}</span>
        </li>
      ))}
    </ol>
  );
}

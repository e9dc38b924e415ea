/** The hours in numbers: time, condition, temperature, chance of precipitation and wind, each in its column. */
import { memo } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { WeatherIcon } from '../../../ui/weatherIcons/WeatherIcon.tsx';
import { type Measures, noValue } from '../../../units/measures.ts';
import type { Hour } from '../report.ts';
import { conditionName } from '../sentence.ts';
import { useMeasures } from '../useMeasures.ts';
import styles from './HourStrip.module.css';

interface HourStripProps {
  hours: Hour[];
  timeZone: string;
  selected: number;
}

export function HourStrip({ hours, timeZone, selected }: HourStripProps) {
  const { t } = useTranslation();
  // Handed down, so that forty-eight columns listen once to a change of units.
  const measures = useMeasures();
  return (
    <ol className={styles.strip} aria-label={t('weather.hours.title')}>
      {hours.map((hour, index) => (
        <HourCell
          key={hour.time}
          hour={hour}
          isNow={index === 0}
          isSelected={index === selected}
          timeZone={timeZone}
          measures={measures}
        />
      ))}
    </ol>
  );
}

interface HourCellProps {
  hour: Hour;
  isNow: boolean;
  isSelected: boolean;
  timeZone: string;
  measures: Measures;
}

const HourCell = memo(function HourCell({
  hour,
  isNow,
  isSelected,
  timeZone,
  measures,
}: HourCellProps) {
  const translation = useTranslation();
  const { t, format } = translation;
  const { precipitationProbability: chance, windSpeed } = hour;
  const startsDay = format.hour(hour.time, timeZone) === '00';
  return (
    <li className={styles.hour} data-selected={isSelected || undefined}>
      <span className={styles.day}>
        {(isNow || startsDay) && format.weekdayAt(hour.time, timeZone)}
      </span>
      <time dateTime={hour.time} className={styles.time} data-now={isNow || undefined}>
        {isNow ? t('weather.hours.now') : format.time(hour.time, timeZone)}
      </time>
      <span className={styles.icon}>
        {hour.condition && (
          <>
            <WeatherIcon condition={hour.condition} isDay={hour.isDay} size={2} />
            <span className="visually-hidden">{conditionName(translation, hour.condition)}</span>
          </>
        )}
      </span>
      <span className={styles.temperature}>
        {hour.temperature === null ? noValue : measures.temperature(hour.temperature)}
      </span>
      <span className={styles.rain} data-dry={!chance || undefined}>
        <Icon name="raindrop" size={0.75} />
        <span className="visually-hidden">{t('weather.hours.rainChance')} </span>
        {chance === null ? noValue : measures.percent(chance)}
      </span>
      <span className={styles.wind}>
        <span className="visually-hidden">{t('weather.details.wind')} </span>
        {windSpeed === null ? noValue : measures.speed(windSpeed)}
      </span>
    </li>
  );
});

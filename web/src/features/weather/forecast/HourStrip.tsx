/** The hours in numbers: time, condition, temperature, chance of precipitation and wind, each in its column. */
import { memo } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useProgressiveMount } from '../../../scheduling/useProgressiveMount.ts';
import { classNames } from '../../../ui/classNames.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { LabelledValue } from '../../../ui/LabelledValue.tsx';
import { type Measures, noValue } from '../../../units/measures.ts';
import { hourWidth, remOf } from '../charts/layout.ts';
import { WeatherStrokes } from '../icons/WeatherIcon.tsx';
import type { Hour } from '../report.ts';
import { conditionName } from '../sentence.ts';
import { spellsOf } from '../spells.ts';
import { useMeasures } from '../useMeasures.ts';
import styles from './HourStrip.module.css';

interface HourStripProps {
  hours: Hour[];
  timeZone: string;
  /** Goes on where another ends. */
  isLater?: boolean;
}

/** Drawn once for all selections. */
export const HourStrip = memo(function HourStrip({ hours, timeZone, isLater }: HourStripProps) {
  const { t } = useTranslation();
  // Handed down, so that forty-eight columns listen once to a change of units.
  const measures = useMeasures();
  const shown = useProgressiveMount(hours.length / hoursAtOnce) * hoursAtOnce;
  return (
    <div className={styles.strip}>
      <ol className={styles.hours} aria-label={t('weather.hours.title')}>
        {hours.slice(0, shown).map((hour, index) => (
          <HourCell
            key={hour.time}
            hour={hour}
            isFirst={index === 0}
            isNow={index === 0 && !isLater}
            timeZone={timeZone}
            measures={measures}
          />
        ))}
      </ol>
      <Conditions hours={hours.slice(0, shown)} />
    </div>
  );
});

/** While the page arrives: somewhat more than a phone shows. */
const hoursAtOnce = 8;
const iconSize = 32;

/** All pictures in one drawing: forty-eight of their own take the browser far longer to show. */
function Conditions({ hours }: { hours: Hour[] }) {
  const width = hours.length * hourWidth;
  return (
    <svg
      className={styles.conditions}
      style={{ width: remOf(width), height: remOf(iconSize) }}
      viewBox={`0 0 ${width} ${iconSize}`}
      aria-hidden="true"
      focusable="false"
    >
      {spellsOf(hours, ({ condition, isDay }) => `${condition} ${isDay}`).map(
        ({ from, hours: [{ time, condition, isDay }, ...rest] }) =>
          condition && (
            <WeatherStrokes
              key={time}
              condition={condition}
              isDay={isDay}
              corners={[time, ...rest].map((_, index) => ({
                x: (from + index) * hourWidth + (hourWidth - iconSize) / 2,
                y: 0,
              }))}
              size={iconSize}
            />
          ),
      )}
    </svg>
  );
}

/** What the numbers of chance and wind mean, said once beside the hours that scroll. */
export function HourStripKey() {
  return (
    <div className={styles.key} aria-hidden="true">
      <span className={styles.rain}>
        <Icon name="raindrop" size={1} />
      </span>
      <span className={styles.wind}>
        <Icon name="wind" size={1} />
      </span>
    </div>
  );
}

interface HourCellProps {
  hour: Hour;
  /** Names its day. */
  isFirst: boolean;
  isNow: boolean;
  timeZone: string;
  measures: Measures;
}

function HourCell({ hour, isFirst, isNow, timeZone, measures }: HourCellProps) {
  const translation = useTranslation();
  const { t, format } = translation;
  const { precipitationProbability: chance, windSpeed } = hour;
  const startsDay = format.hour(hour.time, timeZone) === '00';
  return (
    <li className={styles.hour}>
      <span className={styles.day}>
        {(isFirst || startsDay) && format.weekdayAt(hour.time, timeZone)}
      </span>
      <time dateTime={hour.time} className={styles.time} data-now={isNow || undefined}>
        {isNow ? t('weather.hours.now') : format.time(hour.time, timeZone)}
      </time>
      {hour.condition ? (
        <span
          className={styles.condition}
          role="img"
          aria-label={conditionName(translation, hour.condition)}
        />
      ) : (
        <span className={styles.condition} />
      )}
      <span className={styles.temperature}>
        {hour.temperature === null ? noValue : measures.temperature(hour.temperature)}
      </span>
      <LabelledValue
        className={classNames(styles.rain, !chance && styles.dry)}
        name={t('weather.hours.rainChance')}
      >
        {chance === null ? noValue : measures.percent(chance)}
      </LabelledValue>
      <LabelledValue className={styles.wind} name={t('weather.details.wind')}>
        {windSpeed === null ? noValue : measures.speed(windSpeed)}
      </LabelledValue>
    </li>
  );
}

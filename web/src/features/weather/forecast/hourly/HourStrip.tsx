/** The hours as columns: time, condition, temperature, probability of precipitation and wind. */
import { memo } from 'react';
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { useProgressiveMount } from '../../../../scheduling/useProgressiveMount.ts';
import { classNames } from '../../../../ui/classNames.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { LabelledValue } from '../../../../ui/LabelledValue.tsx';
import { type Measures, noValue } from '../../../../units/measures.ts';
import { useMeasures } from '../../../../units/useMeasures.ts';
import { hourWidth, remOf } from '../../charts/hours/layout.ts';
import { WeatherStrokes } from '../../icons/WeatherIcon.tsx';
import type { Hour } from '../../report.ts';
import { groupRuns } from '../../series/groupRuns.ts';
import { conditionName } from '../../text/conditionName.ts';
import styles from './HourStrip.module.css';

interface HourStripProps {
  hours: Hour[];
  timeZone: string;
  /** Whether it continues an earlier strip, so that its first hour is not now. */
  isContinuation?: boolean;
}

/** Memoized: does not depend on the selected hour. */
export const HourStrip = memo(function HourStrip({
  hours,
  timeZone,
  isContinuation,
}: HourStripProps) {
  const { t } = useTranslation();
  // Passed down, so that 48 columns share one subscription to the units.
  const measures = useMeasures();
  const shown = useProgressiveMount(hours.length / hoursPerFrame) * hoursPerFrame;
  return (
    <div className={styles.strip}>
      <ol className={styles.hours} aria-label={t('weather.hours.title')}>
        {hours.slice(0, shown).map((hour, index) => (
          <HourCell
            key={hour.time}
            hour={hour}
            isFirst={index === 0}
            isNow={index === 0 && !isContinuation}
            timeZone={timeZone}
            measures={measures}
          />
        ))}
      </ol>
      <Conditions hours={hours.slice(0, shown)} />
    </div>
  );
});

/** Hours mounted per frame during the first load: slightly more than a phone shows. */
const hoursPerFrame = 8;
const iconSize = 32;

/** All icons in one SVG: 48 separate ones take the browser far longer to lay out. */
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
      {groupRuns(hours, ({ condition, isDay }) => `${condition} ${isDay}`).map(
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

/** Icons that explain the rows of probability and wind, beside the scrolling hours. */
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
  /** The first hour shows its day. */
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

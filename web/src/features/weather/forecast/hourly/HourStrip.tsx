/** The hours as columns: time, condition, temperature, probability of precipitation and, above the chart, wind. */
import { memo } from 'react';
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { useProgressiveMount } from '../../../../scheduling/useProgressiveMount.ts';
import { useStored } from '../../../../storage/useStored.ts';
import { classNames } from '../../../../ui/classNames.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { LabelledValue } from '../../../../ui/LabelledValue.tsx';
import { alertIcons } from '../../../../ui/status/alertLevel.ts';
import { type Measures, noValue } from '../../../../units/measures.ts';
import { speedName } from '../../../../units/unitNames.ts';
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
  /** Without wind, for the overview. */
  isCompact?: boolean;
}

/** Memoized: does not depend on the selected hour. */
export const HourStrip = memo(function HourStrip({
  hours,
  timeZone,
  isCompact = false,
}: HourStripProps) {
  const { t } = useTranslation();
  // Passed down, so that 48 columns share one subscription to the units.
  const measures = useMeasures();
  const shown = useProgressiveMount(hours.length / hoursPerFrame) * hoursPerFrame;
  return (
    <div className={styles.strip}>
      <ol
        className={styles.hours}
        aria-label={t(isCompact ? 'weather.hours.next' : 'weather.hours.title')}
      >
        {hours.slice(0, shown).map((hour, index) => (
          <HourCell
            key={hour.time}
            hour={hour}
            isFirst={index === 0}
            startsAlert={hour.alert !== null && hours[index - 1]?.alert?.label !== hour.alert.label}
            isCompact={isCompact}
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

/** Icons and units of the rows of probability and wind, beside the scrolling hours. */
export function HourStripKey() {
  const { locale } = useTranslation().format;
  const [{ windSpeed }] = useStored('units');
  return (
    <div className={styles.key} aria-hidden="true">
      <span className={styles.rain}>
        <Icon name="raindrop" size={1} />
      </span>
      <span className={styles.wind}>
        <Icon name="wind" size={1} /> {speedName(windSpeed, locale)}
      </span>
    </div>
  );
}

interface HourCellProps {
  hour: Hour;
  /** The first hour shows its day. */
  isFirst: boolean;
  /** The hour before has another alert or none. */
  startsAlert: boolean;
  isCompact: boolean;
  timeZone: string;
  measures: Measures;
}

function HourCell({ hour, isFirst, startsAlert, isCompact, timeZone, measures }: HourCellProps) {
  const translation = useTranslation();
  const { t, format } = translation;
  const { precipitationProbability: chance, windSpeed, alert } = hour;
  const startsDay = format.hour(hour.time, timeZone) === '00';
  return (
    <li className={styles.hour} data-level={alert?.level}>
      <span className={styles.day}>
        {(isFirst || startsDay) && format.weekdayAt(hour.time, timeZone)}
      </span>
      {alert && (
        <span
          className={styles.alert}
          role="img"
          aria-label={t('weather.hour.alert', { alert: alert.label })}
          data-starts={startsAlert || undefined}
        >
          {startsAlert && <Icon name={alertIcons[alert.level]} size={0.875} />}
        </span>
      )}
      <time dateTime={hour.time} className={styles.time} data-now={hour.isNow || undefined}>
        {hour.isNow ? t('weather.hours.now') : format.fullHour(hour.time, timeZone)}
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
      {!isCompact && (
        <LabelledValue
          className={styles.wind}
          name={t('weather.details.wind')}
          spoken={windSpeed === null ? undefined : measures.speed(windSpeed)}
        >
          {windSpeed === null ? noValue : measures.speedNumber(windSpeed)}
        </LabelledValue>
      )}
    </li>
  );
}

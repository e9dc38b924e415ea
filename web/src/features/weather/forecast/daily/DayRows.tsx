/** A row for each day, with its temperature range on a scale that all rows share; a row opens to the parts of the day. */
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../../i18n/I18n.tsx';
import { classNames } from '../../../../ui/classNames.ts';
import { LabelledValue } from '../../../../ui/LabelledValue.tsx';
import { type Measures, noValue } from '../../../../units/measures.ts';
import { useMeasures } from '../../../../units/useMeasures.ts';
import { WeatherIcon } from '../../icons/WeatherIcon.tsx';
import type { Day, WeatherReport } from '../../report.ts';
import { type Band, rangeText, temperatureBand, wideBand } from '../../series/confidence.ts';
import { rangeOnScale, temperatureColor } from '../../series/temperatureScale.ts';
import { conditionName } from '../../text/conditionName.ts';
import styles from './DayRows.module.css';

const DayParts = lazy(async () => ({ default: (await import('./DayParts.tsx')).DayParts }));

type Range = [low: number, high: number];

interface DayRowsProps {
  report: WeatherReport;
  days: Day[];
  /** What the first day is called. */
  firstName: string;
  /** Whether the rows show how certain they are. */
  hasConfidence?: boolean;
}

export function DayRows({ report, days, firstName, hasConfidence = false }: DayRowsProps) {
  const { timezone } = report.place;
  // Passed down, so that fifteen rows share one subscription to the units.
  const measures = useMeasures();
  const rows = days.map((day) => ({ day, band: hasConfidence ? temperatureBand(day) : null }));
  const extremes = rows.flatMap(({ day, band }) => [...(rangeOf(day) ?? []), ...(band ?? [])]);
  const scale: Range = [Math.min(...extremes), Math.max(...extremes)];
  return (
    <ol className={styles.rows}>
      {rows.map(({ day, band }, index) => (
        <li key={day.date} className={styles.item}>
          <DayRow
            day={day}
            band={band}
            givenName={index === 0 ? firstName : null}
            scale={scale}
            timeZone={timezone}
            measures={measures}
          />
        </li>
      ))}
    </ol>
  );
}

interface DayRowProps {
  day: Day;
  band: Range | null;
  /** Instead of the weekday. */
  givenName: string | null;
  scale: Range;
  timeZone: string;
  measures: Measures;
}

function DayRow({ day, band, givenName, scale, timeZone, measures }: DayRowProps) {
  const { t, format } = useTranslation();
  // Most rows are never opened, so their details are rendered when they are.
  const [wasOpened, setWasOpened] = useState(false);
  const range = rangeOf(day);
  const name = (
    <time dateTime={day.date} className={styles.name}>
      {givenName ?? format.weekday(day.date)}
      <span className={styles.date}>{format.shortDate(day.date)}</span>
    </time>
  );
  if (range === null) {
    return (
      <div className={styles.day}>
        {name}
        <span className={styles.missing}>{t('weather.days.beyond')}</span>
      </div>
    );
  }
  return (
    <details className={styles.details} onToggle={() => setWasOpened(true)}>
      <summary className={styles.day}>
        {name}
        <DayNumbers day={day} range={range} band={band} scale={scale} measures={measures} />
      </summary>
      <Suspense>{wasOpened && <DayParts day={day} timeZone={timeZone} />}</Suspense>
    </details>
  );
}

interface DayNumbersProps {
  day: Day;
  range: Range;
  band: Range | null;
  scale: Range;
  measures: Measures;
}

function DayNumbers({ day, range, band, scale, measures }: DayNumbersProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { precipitation_probability_max: chance, precipitation_sum: amount } = day;
  const wind = day.wind_speed_10m_max;
  return (
    <>
      {day.condition && (
        <span
          className={styles.icon}
          role="img"
          aria-label={conditionName(translation, day.condition)}
        >
          <WeatherIcon condition={day.condition} isDay={day.sun.polar !== 'night'} size={1.875} />
        </span>
      )}
      <LabelledValue
        className={classNames(styles.chance, !chance && styles.dry)}
        name={t('weather.hours.rainChance')}
      >
        {chance === null ? noValue : measures.percent(chance)}
      </LabelledValue>
      <span className={styles.amount}>
        {amount === null ? noValue : measures.precipitation(amount)}
      </span>
      <LabelledValue className={styles.wind} name={t('weather.details.wind')}>
        {wind === null ? noValue : measures.speed(wind)}
      </LabelledValue>
      <Temperature
        className={styles.low}
        name={t('weather.days.low')}
        celsius={range[0]}
        band={band && wideBand(day.confidence?.temperature_2m_min)}
        measures={measures}
      />
      <RangeBar
        range={range}
        band={band}
        scale={scale}
        label={
          band &&
          `${t('weather.confidence.band')}: ${rangeText({ p10: band[0], p90: band[1] }, measures.temperature, { translation })}`
        }
      />
      <Temperature
        className={styles.high}
        name={t('weather.days.high')}
        celsius={range[1]}
        band={band && wideBand(day.confidence?.temperature_2m_max)}
        measures={measures}
      />
    </>
  );
}

interface TemperatureProps {
  className: string | undefined;
  name: string;
  celsius: number;
  /** Instead of the number, which would promise too much. */
  band: Band | null;
  measures: Measures;
}

function Temperature({ className, name, celsius, band, measures }: TemperatureProps) {
  const translation = useTranslation();
  return (
    <LabelledValue className={classNames(className, band && styles.wide)} name={name}>
      {band
        ? rangeText(band, measures.temperature, { translation })
        : measures.temperature(celsius)}
    </LabelledValue>
  );
}

interface RangeBarProps {
  range: Range;
  band: Range | null;
  scale: Range;
  /** Text for screen readers, where the bar shows more than the numbers beside it. */
  label: string | null;
}

function RangeBar({ range, band, scale, label }: RangeBarProps) {
  const { start, width } = rangeOnScale(range, scale);
  const [low, high] = range;
  const around = band && rangeOnScale(band, scale);
  return (
    <span
      className={styles.track}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {around && (
        <span
          className={styles.band}
          style={{ insetInlineStart: `${around.start}%`, width: `${around.width}%` }}
        />
      )}
      <span
        className={styles.bar}
        style={{
          insetInlineStart: `${start}%`,
          width: `${width}%`,
          backgroundImage: `linear-gradient(to right, ${temperatureColor(low)}, ${temperatureColor((low + high) / 2)}, ${temperatureColor(high)})`,
        }}
      />
    </span>
  );
}

function rangeOf(day: Day): Range | null {
  const { temperature_2m_min: low, temperature_2m_max: high } = day;
  return low === null || high === null ? null : [low, high];
}

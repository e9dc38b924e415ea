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
  /** Whether the rows show how certain they are and what is usual for the date. */
  isFull?: boolean;
}

export function DayRows({ report, days, firstName, isFull = false }: DayRowsProps) {
  const { timezone } = report.place;
  // Passed down, so that fifteen rows share one subscription to the units.
  const measures = useMeasures();
  const rows = days.map((day) => ({
    day,
    band: isFull ? temperatureBand(day) : null,
    usual: isFull ? usualRange(day) : null,
  }));
  const extremes = rows.flatMap(({ day, band, usual }) =>
    [rangeOf(day), band, usual].flatMap((range) => range ?? []),
  );
  const scale: Range = [Math.min(...extremes), Math.max(...extremes)];
  return (
    <ol className={styles.rows}>
      {rows.map(({ day, band, usual }, index) => (
        <li key={day.date} className={styles.item}>
          <DayRow
            day={day}
            band={band}
            usual={usual}
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
  usual: Range | null;
  /** Instead of the weekday. */
  givenName: string | null;
  scale: Range;
  timeZone: string;
  measures: Measures;
}

function DayRow({ day, givenName, timeZone, ...shown }: DayRowProps) {
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
        <DayNumbers day={day} range={range} {...shown} />
      </summary>
      <Suspense>{wasOpened && <DayParts day={day} timeZone={timeZone} />}</Suspense>
    </details>
  );
}

interface DayNumbersProps {
  day: Day;
  range: Range;
  band: Range | null;
  usual: Range | null;
  scale: Range;
  measures: Measures;
}

function DayNumbers({ day, range, band, usual, scale, measures }: DayNumbersProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { precipitation_probability_max: chance, precipitation_sum: amount } = day;
  const wind = day.wind_speed_10m_max;
  const marks = [
    band &&
      `${t('weather.confidence.band')}: ${rangeText({ p10: band[0], p90: band[1] }, measures.temperature, { translation })}`,
    usual &&
      t('weather.days.normal', {
        low: measures.temperature(usual[0]),
        high: measures.temperature(usual[1]),
      }),
  ];
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
        usual={usual}
        scale={scale}
        label={marks.filter(Boolean).join('. ')}
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
  usual: Range | null;
  scale: Range;
  /** Text for screen readers, where the bar shows more than the numbers beside it. */
  label: string;
}

function RangeBar({ range, band, usual, scale, label }: RangeBarProps) {
  const [low, high] = range;
  const place = (shown: Range) => {
    const { start, width } = rangeOnScale(shown, scale);
    return { insetInlineStart: `${start}%`, width: `${width}%` };
  };
  return (
    <span
      className={styles.track}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {band && <span className={styles.band} style={place(band)} />}
      <span
        className={styles.bar}
        style={{
          ...place(range),
          backgroundImage: `linear-gradient(to right, ${temperatureColor(low)}, ${temperatureColor((low + high) / 2)}, ${temperatureColor(high)})`,
        }}
      />
      {usual && <span className={styles.usual} style={place(usual)} />}
    </span>
  );
}

function usualRange({ normal }: Day): Range | null {
  return normal && [normal.temperature_2m_min, normal.temperature_2m_max];
}

function rangeOf(day: Day): Range | null {
  const { temperature_2m_min: low, temperature_2m_max: high } = day;
  return low === null || high === null ? null : [low, high];
}

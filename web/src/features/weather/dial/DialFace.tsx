/** The face of the dial: rings for condition, temperature and precipitation, from outside in, and the selected hour's values in the centre. */
import { memo, type PointerEvent } from 'react';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { type Measures, noValue } from '../../../units/measures.ts';
import { useMeasures } from '../../../units/useMeasures.ts';
import { WeatherStrokes } from '../icons/WeatherIcon.tsx';
import { type Hour, hourEnd } from '../report.ts';
import { groupRuns } from '../series/groupRuns.ts';
import { precipitationOpacity } from '../series/precipitationOpacity.ts';
import { temperatureColor } from '../series/temperatureScale.ts';
import { conditionName } from '../text/conditionName.ts';
import { describeAmount } from '../text/describeAmount.ts';
import styles from './DialFace.module.css';
import {
  barLength,
  degreesPerHour,
  dialSize,
  hourMiddle,
  hourUnder,
  pointAt,
  rings,
  slice,
  slices,
  temperatureRadius,
} from './geometry.ts';

interface DialFaceProps {
  hours: Hour[];
  selected: number;
  timeZone: string;
  onSelect: (index: number) => void;
}

/** Every third hour has its time, and on a small dial only these have their temperature; more would crowd the ring. */
const labelEvery = 3;
const gapDegrees = 1.2;
const iconSize = 32;

export function DialFace({ hours, selected, timeZone, onSelect }: DialFaceProps) {
  /** A press or drag selects the hour under the pointer; hovering does not. */
  function handlePointer(event: PointerEvent<SVGSVGElement>) {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const scale = dialSize / box.width;
    const index = hourUnder({
      x: (event.clientX - box.left) * scale,
      y: (event.clientY - box.top) * scale,
    });
    if (index < hours.length) onSelect(index);
  }

  const hour = hours[selected];
  return (
    <>
      <svg
        className={styles.face}
        viewBox={`0 0 ${dialSize} ${dialSize}`}
        aria-hidden="true"
        focusable="false"
        onPointerDown={handlePointer}
        onPointerMove={handlePointer}
      >
        <Selection index={selected} />
        <Rings hours={hours} timeZone={timeZone} />
      </svg>
      {hour && <SelectedHour hour={hour} timeZone={timeZone} />}
    </>
  );
}

/** A soft ground behind the selected hour: its slice of every ring, and its icon. */
function Selection({ index }: { index: number }) {
  const icon = pointAt(hourMiddle(index), rings.icons);
  const from = index * degreesPerHour;
  return (
    <g className={styles.selected}>
      <path d={slice(from, from + degreesPerHour, rings.selected, rings.precipitation.inner - 4)} />
      <circle cx={icon.x} cy={icon.y} r="20" />
    </g>
  );
}

/** Memoized: does not depend on the selected hour. */
const Rings = memo(function Rings({ hours, timeZone }: { hours: Hour[]; timeZone: string }) {
  const measures = useMeasures();
  const radiusOf = temperatureRadius(hours.map((hour) => hour.temperature));
  return (
    <>
      <circle className={styles.rim} cx="50%" cy="50%" r={rings.precipitation.outer + 2} />
      {hours.map((hour, index) => (
        <HourSlice
          key={hour.time}
          hour={hour}
          index={index}
          outer={radiusOf(hour.temperature)}
          measures={measures}
        />
      ))}
      <AlertArcs hours={hours} />
      <TimeLabels hours={hours} timeZone={timeZone} />
    </>
  );
});

/** The hours in which an alert is in force: an arc around them, with a sign where it begins. */
function AlertArcs({ hours }: { hours: Hour[] }) {
  return groupRuns(hours, ({ alert }) => alert?.level).map(({ from, hours: run }) => {
    const level = run[0].alert?.level;
    if (!level) return null;
    const start = from * degreesPerHour;
    const end = (from + run.length) * degreesPerHour - gapDegrees;
    const sign = pointAt(start + gapDegrees + 3, rings.alert.outer - 2);
    return (
      <g key={from} data-level={level} className={styles.alert}>
        <path d={slices(start + gapDegrees, end, rings.alert.outer, rings.alert.inner)} />
        <circle cx={sign.x} cy={sign.y} r="8" />
        <text x={sign.x} y={sign.y} dy="0.36em">
          {level === 'extreme' ? '!!' : '!'}
        </text>
      </g>
    );
  });
}

interface HourSliceProps {
  hour: Hour;
  index: number;
  /** The outer radius of its temperature: the warmer, the further out. */
  outer: number;
  measures: Measures;
}

function HourSlice({ hour, index, outer, measures }: HourSliceProps) {
  const from = index * degreesPerHour + gapDegrees;
  const to = (index + 1) * degreesPerHour - gapDegrees;
  const { temperature, precipitation } = rings;
  const icon = pointAt(hourMiddle(index), rings.icons);
  const number = pointAt(hourMiddle(index), (temperature.outer + temperature.inner) / 2);
  const length = barLength(hour.precipitation ?? 0);
  return (
    <>
      <path
        className={styles.temperature}
        d={slice(from, to, outer, temperature.inner)}
        style={{
          fill: hour.temperature === null ? undefined : temperatureColor(hour.temperature),
        }}
      />
      {length > 0 && (
        <path
          className={styles.precipitation}
          d={slice(from + 2, to - 2, precipitation.outer, precipitation.outer - length)}
          fillOpacity={precipitationOpacity(hour.precipitationProbability)}
        />
      )}
      {hour.condition && (
        <WeatherStrokes
          condition={hour.condition}
          isDay={hour.isDay}
          corners={[{ x: icon.x - iconSize / 2, y: icon.y - iconSize / 2 }]}
          size={iconSize}
        />
      )}
      {hour.temperature !== null && (
        <g className={index % labelEvery === 0 ? undefined : styles.onlyLarge}>
          <rect
            className={styles.pill}
            x={number.x - 17}
            y={number.y - 11}
            width="34"
            height="22"
            rx="11"
          />
          <text className={styles.number} x={number.x} y={number.y} dy="0.36em">
            {measures.temperature(hour.temperature)}
          </text>
        </g>
      )}
    </>
  );
}

/** Times at the four quarters, as on a watch; the marker at the top is now. */
function TimeLabels({ hours, timeZone }: { hours: Hour[]; timeZone: string }) {
  const { t, format } = useTranslation();
  const quarters = hours.map((hour, index) => ({ hour, index }));
  return (
    <>
      {quarters
        .filter(({ index }) => index % labelEvery === 0)
        .map(({ hour, index }) => {
          const { x, y } = pointAt(index * degreesPerHour, rings.times);
          return (
            <text key={hour.time} className={styles.time} x={x} y={y} dy="0.36em">
              {index === 0 ? t('weather.hours.now') : format.fullHour(hour.time, timeZone)}
            </text>
          );
        })}
      <path className={styles.marker} d={`M${dialSize / 2 - 6} 31h12l-6 9z`} />
    </>
  );
}

function SelectedHour({ hour, timeZone }: { hour: Hour; timeZone: string }) {
  const translation = useTranslation();
  const { t, format } = translation;
  const measures = useMeasures();
  const { temperature, precipitationProbability: chance, alert } = hour;
  const precipitationParts = [
    chance !== null && measures.percent(chance),
    describeAmount(hour, { translation, measures }),
  ];
  return (
    <div className={styles.selectedHour} aria-hidden="true">
      <span className={styles.range}>
        {hour.isNow
          ? t('weather.hours.now')
          : `${format.fullHour(hour.time, timeZone)}–${format.fullHour(hourEnd(hour), timeZone)}`}
      </span>
      <span className={styles.temperatureText}>
        {temperature === null ? noValue : measures.temperature(temperature)}
      </span>
      <span className={styles.condition}>
        {hour.condition && conditionName(translation, hour.condition)}
      </span>
      <span className={styles.precipitationText}>
        {precipitationParts.filter(Boolean).join(' · ')}
      </span>
      {alert && (
        <span className={styles.alertText} data-level={alert.level}>
          {alert.label}
        </span>
      )}
    </div>
  );
}

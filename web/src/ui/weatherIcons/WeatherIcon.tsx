/** The picture of a condition: on its own, or among others in one drawing. */
import { drawingOf, type IconCondition } from './drawings.ts';
import { placePath } from './placePath.ts';
import styles from './WeatherIcon.module.css';

/** The parts are drawn on it. */
const grid = 64;

interface WeatherIconProps {
  condition: IconCondition;
  isDay: boolean;
  /** In rem. */
  size?: number;
}

export function WeatherIcon({ condition, isDay, size = 2 }: WeatherIconProps) {
  return (
    <svg
      className={styles.icon}
      width={`${size}rem`}
      height={`${size}rem`}
      viewBox={`0 0 ${grid} ${grid}`}
      aria-hidden="true"
      focusable="false"
    >
      <WeatherStrokes condition={condition} isDay={isDay} x={0} y={0} size={grid} />
    </svg>
  );
}

interface WeatherStrokesProps {
  condition: IconCondition;
  isDay: boolean;
  /** Its corner in the drawing around it. */
  x: number;
  y: number;
  size: number;
}

export function WeatherStrokes({ condition, isDay, x, y, size }: WeatherStrokesProps) {
  const scale = size / grid;
  return drawingOf(condition, isDay).map(({ look, d, width }) => (
    <path
      key={`${look} ${d}`}
      className={styles[look]}
      d={placePath(d, { x, y, scale })}
      strokeWidth={width * scale}
    />
  ));
}

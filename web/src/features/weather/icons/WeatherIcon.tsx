/** The icon of a weather condition, as its own SVG or as strokes inside a larger one. */
import { drawingOf, type IconCondition } from './drawings.ts';
import { placePath } from './placePath.ts';
import styles from './WeatherIcon.module.css';

/** The size of the grid on which the parts are drawn. */
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
      <WeatherStrokes condition={condition} isDay={isDay} corners={atOrigin} size={grid} />
    </svg>
  );
}

interface Corner {
  x: number;
  y: number;
}

const atOrigin: readonly Corner[] = [{ x: 0, y: 0 }];

interface WeatherStrokesProps {
  condition: IconCondition;
  isDay: boolean;
  /** Positions in the surrounding SVG. Several positions share one set of `<path>` elements (decision 0087). */
  corners: readonly Corner[];
  size: number;
}

export function WeatherStrokes({ condition, isDay, corners, size }: WeatherStrokesProps) {
  const scale = size / grid;
  return drawingOf(condition, isDay).map(({ look, d, width }) => (
    <path
      key={`${look} ${d}`}
      className={styles[look]}
      d={corners.map((corner) => placePath(d, { ...corner, scale })).join('')}
      strokeWidth={width * scale}
    />
  ));
}

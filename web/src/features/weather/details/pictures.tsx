/** The small pictures beside the readings. Decorative: the text says the same. */
import { moonPath } from '../sky/SkyScene.tsx';
import styles from './pictures.module.css';

/** The arrow points where the wind blows to. */
export function WindCompass({ direction, north }: { direction: number | null; north: string }) {
  return (
    <svg className={styles.compass} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle className={styles.ring} cx="32" cy="34" r="25" />
      <path className={styles.ticks} d="M57 34h-4M32 59v-4M7 34h4" />
      <text className={styles.north} x="32" y="11">
        {north}
      </text>
      {direction !== null && (
        <g transform={`translate(32 34) rotate(${direction})`}>
          <path className={styles.arrow} d="M0-17V15M-7 8l7 9 7-9" />
        </g>
      )}
    </svg>
  );
}

/** The WHO's scale ends at "11 and more". */
const maxUv = 11;
/** Of the ring on a narrow tile, in steps of the index: a line behind it would look like a letter. */
const ringWidth = 1.5;

interface UvScaleProps {
  index: number | null;
  /** The highest of the day, as a line. */
  peak: number | null;
}

export function UvScale({ index, peak }: UvScaleProps) {
  const at = (value: number) => {
    const share = Math.min(value / maxUv, 1);
    return { insetInlineStart: `calc(${share} * (100% - 1rem) + 0.5rem)` };
  };
  const isApart = index === null || (peak !== null && Math.abs(peak - index) >= ringWidth);
  return (
    <span className={styles.uv} aria-hidden="true">
      {peak !== null && isApart && <span className={styles.peak} style={at(peak)} />}
      {index !== null && <span className={styles.index} style={at(index)} />}
    </span>
  );
}

const rotations = { rising: -35, steady: 0, falling: 35 } as const;

export function TrendArrow({ trend }: { trend: keyof typeof rotations }) {
  return (
    <svg className={styles.trend} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        className={styles.arrow}
        d="M8 24h30M29 15l9 9-9 9"
        transform={`rotate(${rotations[trend]} 24 24)`}
      />
    </svg>
  );
}

interface SunArcProps {
  sunrise: string | null;
  sunset: string | null;
  /** Civil twilight; null where it does not end. */
  light: { dawn: Date; dusk: Date } | null;
  now: Date;
}

/** Half the width of the drawing, and the radius of the arc above the horizon. */
const middle = 80;
const radius = 60;
const horizonY = 68;

/** The path of the sun over the day, how far it has come, and the twilight before and after it below the horizon. */
export function SunArc({ sunrise, sunset, light, now }: SunArcProps) {
  if (!sunrise || !sunset) return null;
  const [rise, set] = [Date.parse(sunrise), Date.parse(sunset)];
  const share = (now.getTime() - rise) / (set - rise);
  const isUp = share >= 0 && share <= 1;
  const arc = `M${middle - radius} ${horizonY}a${radius} ${radius} 0 0 1 ${2 * radius} 0`;
  const point = (at: number) => {
    const angle = Math.PI * (1 - (at - rise) / (set - rise));
    return { x: middle + radius * Math.cos(angle), y: horizonY - radius * Math.sin(angle) };
  };
  const sun = point(now.getTime());
  const arcTo = (at: Date, sweep: 0 | 1) => {
    const { x, y } = point(at.getTime());
    return `A${radius} ${radius} 0 0 ${sweep} ${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return (
    <svg className={styles.arc} viewBox="0 0 160 96" aria-hidden="true" focusable="false">
      {light && (
        <path
          className={styles.twilight}
          d={`M${middle - radius} ${horizonY}${arcTo(light.dawn, 0)}M${middle + radius} ${horizonY}${arcTo(light.dusk, 1)}`}
        />
      )}
      <path className={styles.horizon} d={`M4 ${horizonY}h152`} />
      <path className={styles.path} d={arc} pathLength="1" />
      {isUp && (
        <>
          <path className={styles.elapsed} d={arc} pathLength="1" strokeDasharray={`${share} 1`} />
          <circle className={styles.sun} cx={sun.x} cy={sun.y} r="7" />
        </>
      )}
    </svg>
  );
}

export function MoonDisc({ phase }: { phase: number }) {
  return (
    <svg className={styles.moonDisc} viewBox="-26 -26 52 52" aria-hidden="true" focusable="false">
      <circle className={styles.dark} r="23" />
      <path className={styles.lit} d={moonPath(phase, 23)} />
    </svg>
  );
}

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

export function Meter({ percent }: { percent: number | null }) {
  return (
    <span className={styles.meter} aria-hidden="true">
      <span style={{ width: `${percent ?? 0}%` }} />
    </span>
  );
}

/** The WHO's scale ends at "11 and more". */
const maxUv = 11;

export function UvScale({ index }: { index: number | null }) {
  const share = Math.min((index ?? 0) / maxUv, 1);
  return (
    <span className={styles.uv} aria-hidden="true">
      {index !== null && <span style={{ insetInlineStart: `${share * 100}%` }} />}
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
  now: Date;
}

/** The path of the sun over the day, and how far it has come. */
export function SunArc({ sunrise, sunset, now }: SunArcProps) {
  if (!sunrise || !sunset) return null;
  const [rise, set] = [Date.parse(sunrise), Date.parse(sunset)];
  const share = (now.getTime() - rise) / (set - rise);
  const angle = Math.PI * (1 - share);
  const isUp = share >= 0 && share <= 1;
  return (
    <svg className={styles.arc} viewBox="0 0 96 54" aria-hidden="true" focusable="false">
      <path className={styles.horizon} d="M4 48h88" />
      <path className={styles.path} d="M12 48a36 36 0 0 1 72 0" pathLength="1" />
      {isUp && (
        <>
          <path
            className={styles.elapsed}
            d="M12 48a36 36 0 0 1 72 0"
            pathLength="1"
            strokeDasharray={`${share} 1`}
          />
          <circle
            className={styles.sun}
            cx={48 + 36 * Math.cos(angle)}
            cy={48 - 36 * Math.sin(angle)}
            r="6"
          />
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

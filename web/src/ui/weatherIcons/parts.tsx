/** The strokes all weather icons are made of, drawn in one hand on a grid of 64. */
import type { ReactNode } from 'react';
import styles from './WeatherIcon.module.css';

interface Placed {
  x: number;
  y: number;
  scale?: number;
}

function At({ x, y, scale = 1, children }: Placed & { children: ReactNode }) {
  return <g transform={`translate(${x} ${y}) scale(${scale})`}>{children}</g>;
}

const rays = Array.from({ length: 8 }, (_, index) => index * 45);

/** Centred on its place, 10 in radius, rays to 18. */
export function Sun(place: Placed) {
  return (
    <At {...place}>
      <g className={styles.ray}>
        {rays.map((angle) => (
          <path key={angle} d="M0-14v-4" transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle className={styles.sun} r="10" />
    </At>
  );
}

export function Moon(place: Placed) {
  return (
    <At {...place}>
      <path className={styles.moon} d="M3-13A13.5 13.5 0 1 0 13 5 11 11 0 0 1 3-13z" />
    </At>
  );
}

/** Two sparks that say night where no moon is to be seen. */
export function Stars({ x, y }: Placed) {
  const spark = 'M0-3.6 1-1 3.6 0 1 1 0 3.6-1 1-3.6 0-1-1z';
  return (
    <g className={styles.star}>
      <path d={spark} transform={`translate(${x} ${y})`} />
      <path d={spark} transform={`translate(${x + 8} ${y + 7}) scale(.6)`} />
    </g>
  );
}

/** A cloud 42 wide and 32 high, its foot on the line `y`, its middle on `x`. */
export function Cloud({ isDark = false, ...place }: Placed & { isDark?: boolean }) {
  return (
    <At {...place}>
      <path
        className={isDark ? styles.cloudDark : styles.cloud}
        d="M-12 0a10 10 0 0 1-.8-19.96A14 14 0 0 1 14-22.5 11.5 11.5 0 0 1 14.5 0z"
      />
    </At>
  );
}

export function Drops({
  count,
  isLong = false,
  y = 46,
}: {
  count: 1 | 2 | 3;
  isLong?: boolean;
  y?: number;
}) {
  const spread = { 1: [0], 2: [-6, 6], 3: [-10, 0, 10] }[count];
  return (
    <g className={styles.drop}>
      {spread.map((dx, index) => (
        <path
          key={dx}
          d={isLong ? 'M1.5 0-2 10' : 'M.8 0-1 5'}
          transform={`translate(${32 + dx} ${y + (index % 2) * 3})`}
        />
      ))}
    </g>
  );
}

export function Flake({ x, y, scale = 1 }: Placed) {
  return (
    <At x={x} y={y} scale={scale}>
      <path className={styles.flake} d="M0-4.5v9M-3.9-2.25 3.9 2.25M3.9-2.25-3.9 2.25" />
    </At>
  );
}

export function Flakes({ count }: { count: 1 | 2 | 3 }) {
  const spread = { 1: [0], 2: [-7, 7], 3: [-12, 0, 12] }[count];
  return spread.map((dx, index) => <Flake key={dx} x={32 + dx} y={51 + (index % 2) * 4} />);
}

export function Bolt({ x, y, scale = 1 }: Placed) {
  return (
    <At x={x} y={y} scale={scale}>
      <path className={styles.bolt} d="M2-10-6 3h5l-2 9 9-13H1z" />
    </At>
  );
}

export function Balls() {
  return (
    <g className={styles.ball}>
      <circle cx="21" cy="51" r="3" />
      <circle cx="32" cy="55" r="3.5" />
      <circle cx="43" cy="51" r="3" />
    </g>
  );
}

/** Lines of moving air; `rows` says how strong. */
export function Wind({ rows, y = 30 }: { rows: 1 | 2 | 3; y?: number }) {
  const paths = [
    `M10 ${y}h30a6 6 0 1 0-5.5-8.5`,
    `M14 ${y + 9}h36a6 6 0 1 1-5.5 8.5`,
    `M8 ${y + 18}h20a5 5 0 1 1-4.5 7`,
  ];
  return <path className={styles.wind} d={paths.slice(0, rows).join('')} />;
}

export function Haze({ rows }: { rows: 2 | 3 }) {
  const paths = ['M14 46h36', 'M10 53h30', 'M20 60h32'];
  return <path className={styles.haze} d={paths.slice(0, rows).join('')} />;
}

export function Thermometer({ isHot }: { isHot: boolean }) {
  return (
    <g className={isHot ? styles.hot : styles.cold}>
      <path d="M37 36V16a6 6 0 1 1 12 0v20a11 11 0 1 1-12 0z" />
      <path className={styles.mercury} d={isHot ? 'M43 45V18' : 'M43 45V34'} />
      <circle className={styles.bulb} cx="43" cy="45" r="4.5" />
    </g>
  );
}

export function Spiral() {
  return (
    <path
      className={styles.spiral}
      d="M52 14C40 8 25 11 18 21s-4 24 8 29c10 4 21-1 23-10s-5-16-13-15-12 9-8 14 10 4 11-1M12 50c12 6 27 3 34-7"
    />
  );
}

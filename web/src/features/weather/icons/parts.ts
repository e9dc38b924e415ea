/** The strokes that all weather icons are composed of, on a 64-unit grid. */
import { type Place, placePath } from './placePath.ts';

/** What a stroke shows; WeatherIcon.module.css has its colours. */
type Look =
  | 'sun'
  | 'ray'
  | 'moon'
  | 'star'
  | 'cloud'
  | 'cloudDark'
  | 'drop'
  | 'flake'
  | 'ball'
  | 'bolt'
  | 'wind'
  | 'hot'
  | 'cold'
  | 'hotBulb'
  | 'coldBulb';

export interface Stroke {
  look: Look;
  d: string;
  width: number;
}

const stroke = (look: Look, width: number, d: string, place: Place): Stroke => ({
  look,
  d: placePath(d, place),
  width: width * (place.scale ?? 1),
});

const here: Place = { x: 0, y: 0 };

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;

const eighths = Array.from({ length: 8 }, (_, index) => (index * Math.PI) / 4);
const rays = eighths
  .map((angle) => [Math.sin(angle), -Math.cos(angle)] as const)
  .map(([x, y]) => `M${fixed(14 * x)} ${fixed(14 * y)}L${fixed(18 * x)} ${fixed(18 * y)}`)
  .join('');

/** Formats a number without an exponent, which path data does not allow. */
function fixed(value: number): string {
  return value.toFixed(3);
}

/** Centred on the position: radius 10, rays up to 18. */
export const sun = (place: Place): Stroke[] => [
  stroke('ray', 2.6, rays, place),
  stroke('sun', 1.5, circle(0, 0, 10), place),
];

export const moon = (place: Place): Stroke[] => [
  stroke('moon', 1.6, 'M3-13A13.5 13.5 0 1 0 13 5 11 11 0 0 1 3-13z', place),
];

/** Two stars, which mark the night where the moon is not visible. */
export function stars({ x, y }: Place): Stroke[] {
  const spark = 'M0-3.6 1-1 3.6 0 1 1 0 3.6-1 1-3.6 0-1-1z';
  return [
    stroke('star', 0, spark, { x, y }),
    stroke('star', 0, spark, { x: x + 8, y: y + 7, scale: 0.6 }),
  ];
}

const cloudData = 'M-12 0a10 10 0 0 1-.8-19.96A14 14 0 0 1 14-22.5 11.5 11.5 0 0 1 14.5 0z';

/** A cloud 42 wide and 32 high, with its bottom at `y` and its centre at `x`. */
export const cloud = (place: Place): Stroke[] => [stroke('cloud', 1.8, cloudData, place)];

export const darkCloud = (place: Place): Stroke[] => [stroke('cloudDark', 1.8, cloudData, place)];

const dropsApart = { 1: [0], 2: [-6, 6], 3: [-10, 0, 10] };

function falling(count: 1 | 2 | 3, y: number, data: string): Stroke[] {
  const drops = dropsApart[count].map((dx, index) =>
    placePath(data, { x: 32 + dx, y: y + (index % 2) * 3 }),
  );
  return [stroke('drop', 3.2, drops.join(''), here)];
}

/** Drizzle. */
export const droplets = (count: 1 | 2, y: number) => falling(count, y, 'M.8 0-1 5');

/** Rain. */
export const drops = (count: 1 | 2 | 3, y: number) => falling(count, y, 'M1.5 0-2 10');

/** Two drops beside a lightning bolt or a storm cloud. */
export const strays = (d: string): Stroke[] => [stroke('drop', 3.2, d, here)];

export const flake = (place: Place): Stroke[] => [
  stroke('flake', 2, 'M0-4.5v9M-3.9-2.25 3.9 2.25M3.9-2.25-3.9 2.25', place),
];

const flakesApart = { 2: [-7, 7], 3: [-12, 0, 12] };

export const flakes = (count: 2 | 3): Stroke[] =>
  flakesApart[count].flatMap((dx, index) => flake({ x: 32 + dx, y: 51 + (index % 2) * 4 }));

export const bolt = (place: Place): Stroke[] => [
  stroke('bolt', 1.2, 'M2-10-6 3h5l-2 9 9-13H1z', place),
];

export const balls = (): Stroke[] => [
  stroke('ball', 2, circle(21, 51, 3) + circle(32, 55, 3.5) + circle(43, 51, 3), here),
];

/** Wind lines; more `rows` for stronger wind. */
export function wind(rows: 1 | 2 | 3, y: number): Stroke[] {
  const lines = [
    'M10 0h30a6 6 0 1 0-5.5-8.5',
    'M14 9h36a6 6 0 1 1-5.5 8.5',
    'M8 18h20a5 5 0 1 1-4.5 7',
  ];
  return [stroke('wind', 3, lines.slice(0, rows).join(''), { x: 0, y })];
}

/** A gust with drifting snow. */
export const gust = (): Stroke[] => [stroke('wind', 3, 'M8 42h30a5 5 0 1 1-4.5 7M14 50h12', here)];

const hazeRows = {
  rime: 'M10 57h44',
  mist: 'M14 46h36M10 53h30',
  haze: 'M8 51h22M36 51h20M14 58h18M38 58h14',
  fog: 'M14 46h36M10 53h30M20 60h32',
};

/** Fog lines. */
export const haze = (kind: keyof typeof hazeRows): Stroke[] => [
  stroke('wind', 3, hazeRows[kind], here),
];

export function thermometer(isHot: boolean): Stroke[] {
  const look = isHot ? 'hot' : 'cold';
  return [
    stroke(look, 2, 'M37 36V16a6 6 0 1 1 12 0v20a11 11 0 1 1-12 0z', here),
    stroke(look, 4, isHot ? 'M43 45V18' : 'M43 45V34', here),
    stroke(`${look}Bulb`, 2, circle(43, 45, 4.5), here),
  ];
}

export const spiral = (): Stroke[] => [
  stroke(
    'wind',
    3.4,
    'M52 14C40 8 25 11 18 21s-4 24 8 29c10 4 21-1 23-10s-5-16-13-15-12 9-8 14 10 4 11-1M12 50c12 6 27 3 34-7',
    here,
  ),
];

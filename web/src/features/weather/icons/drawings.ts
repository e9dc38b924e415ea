/** The drawing of every condition, by day and by night, composed of the parts. Drawn for Halcyon. */
import {
  balls,
  bolt,
  cloud,
  darkCloud,
  droplets,
  drops,
  flake,
  flakes,
  gust,
  haze,
  moon,
  type Stroke,
  spiral,
  stars,
  strays,
  sun,
  thermometer,
  wind,
} from './parts.ts';
import type { Place } from './placePath.ts';

export const iconConditions = [
  'clear_sky',
  'sunny',
  'mostly_clear',
  'partly_cloudy',
  'cloudy',
  'overcast',
  'mist',
  'haze',
  'fog',
  'drizzle',
  'freezing_drizzle',
  'light_rain',
  'moderate_rain',
  'heavy_rain',
  'rain_showers',
  'freezing_rain',
  'sleet',
  'light_snow',
  'moderate_snow',
  'heavy_snow',
  'snow_showers',
  'blizzard',
  'thunderstorm',
  'severe_thunderstorm',
  'hail',
  'breezy',
  'windy',
  'gale',
  'storm',
  'hurricane',
  'freezing',
  'frost',
  'scorching_heat',
] as const;
export type IconCondition = (typeof iconConditions)[number];

/** The sun or moon partly behind a cloud. */
const peek = (isDay: boolean) =>
  isDay ? sun({ x: 22, y: 20, scale: 0.95 }) : moon({ x: 22, y: 18, scale: 0.9 });
/** Under an overcast sky, stars mark the night. */
const hidden = (isDay: boolean) => (isDay ? [] : stars({ x: 48, y: 9 }));
const either = (isDay: boolean, byDay: Place, byNight: Place) =>
  isDay ? sun(byDay) : moon(byNight);
const high = () => cloud({ x: 33, y: 41 });
const highDark = () => darkCloud({ x: 33, y: 41 });
const low = () => cloud({ x: 36, y: 42, scale: 0.95 });

type Sky = (isDay: boolean) => Stroke[];

/** Composed on demand: a page shows only a few of them. */
const layered =
  (sky: Sky, above: () => Stroke[][]): Sky =>
  (isDay) => [...sky(isDay), ...above().flat()];

const clear: Sky = (isDay) =>
  either(isDay, { x: 32, y: 32, scale: 1.45 }, { x: 31, y: 33, scale: 1.35 });

const drawings: Record<IconCondition, Sky> = {
  clear_sky: clear,
  sunny: clear,
  mostly_clear: (isDay) => [
    ...either(isDay, { x: 29, y: 28, scale: 1.25 }, { x: 29, y: 27, scale: 1.15 }),
    ...cloud({ x: 42, y: 55, scale: 0.7 }),
  ],
  partly_cloudy: layered(peek, () => [cloud({ x: 36, y: 52 })]),
  cloudy: (isDay) => [
    ...either(isDay, { x: 19, y: 20, scale: 0.7 }, { x: 19, y: 17, scale: 0.65 }),
    ...cloud({ x: 34, y: 52, scale: 1.15 }),
  ],
  overcast: layered(hidden, () => [
    darkCloud({ x: 40, y: 38, scale: 0.85 }),
    cloud({ x: 29, y: 52, scale: 1.05 }),
  ]),
  mist: layered(peek, () => [cloud({ x: 35, y: 38, scale: 0.9 }), haze('mist')]),
  haze: (isDay) => [
    ...either(isDay, { x: 32, y: 27, scale: 1.2 }, { x: 31, y: 25, scale: 1.1 }),
    ...haze('haze'),
  ],
  fog: layered(hidden, () => [cloud({ x: 32, y: 38 }), haze('fog')]),
  drizzle: layered(peek, () => [low(), droplets(2, 48)]),
  freezing_drizzle: layered(peek, () => [
    low(),
    droplets(1, 48),
    flake({ x: 44, y: 52, scale: 0.85 }),
  ]),
  light_rain: layered(peek, () => [low(), drops(2, 47)]),
  moderate_rain: layered(hidden, () => [high(), drops(3, 46)]),
  heavy_rain: layered(hidden, () => [highDark(), drops(3, 45), drops(2, 51)]),
  rain_showers: layered(peek, () => [low(), drops(3, 46)]),
  freezing_rain: layered(hidden, () => [highDark(), drops(2, 46), flake({ x: 50, y: 52 })]),
  sleet: layered(hidden, () => [
    high(),
    drops(1, 46),
    flake({ x: 20, y: 52 }),
    flake({ x: 44, y: 52 }),
  ]),
  light_snow: layered(peek, () => [low(), flakes(2)]),
  moderate_snow: layered(hidden, () => [high(), flakes(3)]),
  heavy_snow: layered(hidden, () => [
    highDark(),
    flakes(3),
    flake({ x: 26, y: 61, scale: 0.8 }),
    flake({ x: 40, y: 61, scale: 0.8 }),
  ]),
  snow_showers: layered(peek, () => [low(), flakes(3)]),
  blizzard: layered(hidden, () => [
    darkCloud({ x: 33, y: 34, scale: 0.9 }),
    gust(),
    flake({ x: 50, y: 43 }),
    flake({ x: 20, y: 58 }),
    flake({ x: 44, y: 58, scale: 0.8 }),
  ]),
  thunderstorm: layered(peek, () => [
    low(),
    bolt({ x: 36, y: 49 }),
    strays('M24 47l-2 6M48 47l-2 6'),
  ]),
  severe_thunderstorm: layered(hidden, () => [
    highDark(),
    bolt({ x: 25, y: 50 }),
    bolt({ x: 42, y: 49, scale: 1.1 }),
  ]),
  hail: layered(hidden, () => [highDark(), balls()]),
  breezy: (isDay) => [
    ...either(isDay, { x: 44, y: 18, scale: 0.8 }, { x: 46, y: 17, scale: 0.75 }),
    ...wind(2, 34),
  ],
  windy: layered(hidden, () => [wind(3, 24)]),
  gale: layered(hidden, () => [cloud({ x: 34, y: 32, scale: 0.9 }), wind(2, 44)]),
  storm: layered(hidden, () => [
    darkCloud({ x: 34, y: 32, scale: 0.9 }),
    wind(2, 44),
    strays('M58 34l-3 8M8 38l-2 6'),
  ]),
  hurricane: (isDay) => [...spiral(), ...hidden(isDay)],
  freezing: (isDay) => [
    ...(isDay ? [] : stars({ x: 10, y: 14 })),
    ...thermometer(false),
    ...flake({ x: 20, y: 34, scale: 2 }),
  ],
  frost: layered(hidden, () => [flake({ x: 30, y: 28, scale: 4 }), haze('rime')]),
  scorching_heat: (isDay) => [
    ...either(isDay, { x: 20, y: 24, scale: 1.05 }, { x: 18, y: 22 }),
    ...thermometer(true),
  ],
};

const drawn = new Map<string, Stroke[]>();

export function drawingOf(condition: IconCondition, isDay: boolean): Stroke[] {
  const key = `${condition} ${isDay}`;
  const strokes = drawn.get(key) ?? drawings[condition](isDay);
  drawn.set(key, strokes);
  return strokes;
}

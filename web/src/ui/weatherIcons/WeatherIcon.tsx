/** One picture for every condition, by day and by night, composed from the parts. Our own drawing. */
import type { ReactNode } from 'react';
import {
  Balls,
  Bolt,
  Cloud,
  Drops,
  Flake,
  Flakes,
  Haze,
  Moon,
  Spiral,
  Stars,
  Sun,
  Thermometer,
  Wind,
} from './parts.tsx';
import styles from './WeatherIcon.module.css';

export const iconConditions = [
  'clear_sky',
  'sunny',
  'mostly_clear',
  'partly_cloudy',
  'cloudy',
  'overcast',
  'mist',
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
type IconCondition = (typeof iconConditions)[number];

interface WeatherIconProps {
  condition: IconCondition;
  isDay: boolean;
  /** In rem. */
  size?: number;
}

/** Decoration: the condition's word always stands or is spoken beside it. */
export function WeatherIcon({ condition, isDay, size = 2 }: WeatherIconProps) {
  return (
    <svg
      className={styles.icon}
      width={`${size}rem`}
      height={`${size}rem`}
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
      data-condition={condition}
      data-day={isDay}
    >
      {drawings[condition](isDay)}
    </svg>
  );
}

/** The sun or moon looking over the cloud's shoulder. */
const peek = (isDay: boolean) =>
  isDay ? <Sun x={22} y={20} scale={0.95} /> : <Moon x={22} y={18} scale={0.9} />;
/** Under a closed sky only stars tell the night. */
const hidden = (isDay: boolean) => (isDay ? null : <Stars x={48} y={9} />);
const high = <Cloud x={33} y={41} />;
const highDark = <Cloud x={33} y={41} isDark />;

const layered = (sky: (isDay: boolean) => ReactNode, cloud: ReactNode, fall: ReactNode) => {
  return (isDay: boolean) => (
    <>
      {sky(isDay)}
      {cloud}
      {fall}
    </>
  );
};

const clear = (isDay: boolean) =>
  isDay ? <Sun x={32} y={32} scale={1.45} /> : <Moon x={31} y={33} scale={1.35} />;

const drawings: Record<IconCondition, (isDay: boolean) => ReactNode> = {
  clear_sky: clear,
  sunny: clear,
  mostly_clear: (isDay) => (
    <>
      {isDay ? <Sun x={29} y={28} scale={1.25} /> : <Moon x={29} y={27} scale={1.15} />}
      <Cloud x={42} y={55} scale={0.7} />
    </>
  ),
  partly_cloudy: (isDay) => (
    <>
      {peek(isDay)}
      <Cloud x={36} y={52} />
    </>
  ),
  cloudy: (isDay) => (
    <>
      {isDay ? <Sun x={19} y={20} scale={0.7} /> : <Moon x={19} y={17} scale={0.65} />}
      <Cloud x={34} y={52} scale={1.15} />
    </>
  ),
  overcast: (isDay) => (
    <>
      {hidden(isDay)}
      <Cloud x={40} y={38} scale={0.85} isDark />
      <Cloud x={29} y={52} scale={1.05} />
    </>
  ),
  mist: layered(peek, <Cloud x={35} y={38} scale={0.9} />, <Haze rows={2} />),
  fog: layered(hidden, <Cloud x={32} y={38} />, <Haze rows={3} />),
  drizzle: layered(peek, <Cloud x={36} y={42} scale={0.95} />, <Drops count={2} y={48} />),
  freezing_drizzle: layered(
    peek,
    <Cloud x={36} y={42} scale={0.95} />,
    <>
      <Drops count={1} y={48} />
      <Flake x={44} y={52} scale={0.85} />
    </>,
  ),
  light_rain: layered(
    peek,
    <Cloud x={36} y={42} scale={0.95} />,
    <Drops count={2} isLong y={47} />,
  ),
  moderate_rain: layered(hidden, high, <Drops count={3} isLong y={46} />),
  heavy_rain: layered(
    hidden,
    highDark,
    <>
      <Drops count={3} isLong y={45} />
      <Drops count={2} isLong y={51} />
    </>,
  ),
  rain_showers: layered(
    peek,
    <Cloud x={36} y={42} scale={0.95} />,
    <Drops count={3} isLong y={46} />,
  ),
  freezing_rain: layered(
    hidden,
    highDark,
    <>
      <Drops count={2} isLong y={46} />
      <Flake x={50} y={52} />
    </>,
  ),
  sleet: layered(
    hidden,
    high,
    <>
      <Drops count={1} isLong y={46} />
      <Flake x={20} y={52} />
      <Flake x={44} y={52} />
    </>,
  ),
  light_snow: layered(peek, <Cloud x={36} y={42} scale={0.95} />, <Flakes count={2} />),
  moderate_snow: layered(hidden, high, <Flakes count={3} />),
  heavy_snow: layered(
    hidden,
    highDark,
    <>
      <Flakes count={3} />
      <Flake x={26} y={61} scale={0.8} />
      <Flake x={40} y={61} scale={0.8} />
    </>,
  ),
  snow_showers: layered(peek, <Cloud x={36} y={42} scale={0.95} />, <Flakes count={3} />),
  blizzard: layered(
    hidden,
    <Cloud x={33} y={34} scale={0.9} isDark />,
    <>
      <path className={styles.wind} d="M8 42h30a5 5 0 1 1-4.5 7M14 50h12" />
      <Flake x={50} y={43} />
      <Flake x={20} y={58} />
      <Flake x={44} y={58} scale={0.8} />
    </>,
  ),
  thunderstorm: layered(
    peek,
    <Cloud x={36} y={42} scale={0.95} />,
    <>
      <Bolt x={36} y={49} />
      <path className={styles.drop} d="M24 47l-2 6M48 47l-2 6" />
    </>,
  ),
  severe_thunderstorm: layered(
    hidden,
    highDark,
    <>
      <Bolt x={25} y={50} />
      <Bolt x={42} y={49} scale={1.1} />
    </>,
  ),
  hail: layered(hidden, highDark, <Balls />),
  breezy: (isDay) => (
    <>
      {isDay ? <Sun x={44} y={18} scale={0.8} /> : <Moon x={46} y={17} scale={0.75} />}
      <Wind rows={2} y={34} />
    </>
  ),
  windy: (isDay) => (
    <>
      {hidden(isDay)}
      <Wind rows={3} y={24} />
    </>
  ),
  gale: (isDay) => (
    <>
      {hidden(isDay)}
      <Cloud x={34} y={32} scale={0.9} />
      <Wind rows={2} y={44} />
    </>
  ),
  storm: (isDay) => (
    <>
      {hidden(isDay)}
      <Cloud x={34} y={32} scale={0.9} isDark />
      <Wind rows={2} y={44} />
      <path className={styles.drop} d="M58 34l-3 8M8 38l-2 6" />
    </>
  ),
  hurricane: (isDay) => (
    <>
      <Spiral />
      {hidden(isDay)}
    </>
  ),
  freezing: (isDay) => (
    <>
      {isDay ? null : <Stars x={10} y={14} />}
      <Thermometer isHot={false} />
      <Flake x={20} y={34} scale={2} />
    </>
  ),
  frost: (isDay) => (
    <>
      {hidden(isDay)}
      <Flake x={30} y={28} scale={4} />
      <path className={styles.haze} d="M10 57h44" />
    </>
  ),
  scorching_heat: (isDay) => (
    <>
      {isDay ? <Sun x={20} y={24} scale={1.05} /> : <Moon x={18} y={22} />}
      <Thermometer isHot />
    </>
  ),
};

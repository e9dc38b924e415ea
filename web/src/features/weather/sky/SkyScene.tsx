/** A picture of the sky: sun or moon at its height, clouds, rain, snow and fog. It is beside the text, never behind it. */
import { type ReactNode, useId } from 'react';
import styles from './SkyScene.module.css';
import type { SkyLook } from './sky.ts';

export function SkyScene({ look }: { look: SkyLook }) {
  return (
    <div className={styles.scene} aria-hidden="true" data-phase={look.phase} data-kind={look.kind}>
      <Sheet>
        {look.phase === 'night' ? <Night look={look} /> : <Sun look={look} />}
        {look.hasLightning && (
          <path className={styles.bolt} d="M196 118l-26 40h18l-10 38 36-50h-20l14-28z" />
        )}
        {look.fall === 'rain' && <Rain count={6 + look.intensity * 6} />}
        {look.fall === 'snow' && <Snow count={look.intensity * 9} />}
      </Sheet>
      {clouds.slice(0, look.clouds).map(({ x, y, scale }) => (
        // The box is animated, not the SVG: an animated SVG is laid out again in every frame.
        <div key={x} className={styles.drifting}>
          <Sheet>
            <g transform={`translate(${x} ${y}) scale(${scale})`}>
              <Cloud />
            </g>
          </Sheet>
        </div>
      ))}
      {look.hasFog && (
        <Sheet>
          <path className={styles.fog} d="M40 150h210M80 170h220M30 190h190" />
        </Sheet>
      )}
    </div>
  );
}

/** One layer of the scene. */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <svg
      className={styles.sheet}
      viewBox="0 0 320 220"
      preserveAspectRatio="xMaxYMid meet"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

function Cloud() {
  const gradient = useId();
  return (
    <>
      <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
        <stop className={styles.cloudTop} offset="0.35" />
        <stop className={styles.cloudBase} offset="1" />
      </linearGradient>
      <path d={cloudPath} fill={`url(#${gradient})`} />
    </>
  );
}

/** 120 wide and 62 high, with its base at y = 0. */
const cloudPath = 'M-38 0a22 22 0 0 1-2-44 34 34 0 0 1 62-12 27 27 0 0 1 18 8.5A24 24 0 0 1 40 0z';

/** A mostly clear sky shows only the first. */
const clouds = [
  { x: 232, y: 142, scale: 1 },
  { x: 128, y: 122, scale: 1.35 },
  { x: 190, y: 96, scale: 1.1 },
  { x: 70, y: 156, scale: 0.9 },
];

/** Vertical positions of the sun at the zenith and at the horizon. */
const zenithY = 52;
const horizonY = 168;

/** From this many clouds on, only the glow of the sun or moon is visible. */
const overcastClouds = 3;

function Sun({ look }: { look: SkyLook }) {
  const rise = Math.max(look.sunHeight, -4) / 60;
  const y = Math.max(zenithY, horizonY - (horizonY - zenithY) * rise);
  return (
    <g transform={`translate(196 ${y})`}>
      <Glow className={styles.sunGlow} radius={124} />
      {look.clouds < overcastClouds && <circle className={styles.sun} r="34" />}
    </g>
  );
}

/** A glow that fades towards its edge. */
function Glow({ className, radius }: { className: string | undefined; radius: number }) {
  const gradient = useId();
  return (
    <>
      <radialGradient id={gradient} className={className}>
        <stop offset="0.2" stopOpacity="0.85" />
        <stop offset="0.45" stopOpacity="0.3" />
        <stop offset="1" stopOpacity="0" />
      </radialGradient>
      <circle r={radius} fill={`url(#${gradient})`} />
    </>
  );
}

function Night({ look }: { look: SkyLook }) {
  return (
    <>
      {look.clouds < overcastClouds &&
        stars.map(({ x, y, size }) => (
          <circle key={x} className={styles.star} cx={x} cy={y} r={size} />
        ))}
      <g transform="translate(200 78)">
        <Glow className={styles.moonGlow} radius={84} />
        {look.clouds < overcastClouds && (
          <>
            <circle className={styles.moonShade} r="32" />
            <path className={styles.moon} d={moonPath(look.moonPhase, 32)} />
          </>
        )}
      </g>
    </>
  );
}

/** The lit part: a half circle on the sunward side, closed by the terminator's half ellipse. */
export function moonPath(phase: number, radius: number): string {
  const isWaxing = phase < 0.5;
  // 1 new, -1 full: how far the terminator bulges towards the lit side.
  const bulge = Math.cos(2 * Math.PI * phase);
  const outer = isWaxing ? 1 : 0;
  const inner = bulge > 0 === isWaxing ? 0 : 1;
  const across = Math.abs(bulge) * radius;
  return `M0 ${-radius}A${radius} ${radius} 0 0 ${outer} 0 ${radius}A${across} ${radius} 0 0 ${inner} 0 ${-radius}z`;
}

const stars = [
  { x: 36, y: 40, size: 1.6 },
  { x: 62, y: 96, size: 1.1 },
  { x: 88, y: 24, size: 1.3 },
  { x: 112, y: 70, size: 1.8 },
  { x: 132, y: 128, size: 1 },
  { x: 148, y: 30, size: 1.2 },
  { x: 244, y: 22, size: 1.4 },
  { x: 262, y: 120, size: 1.1 },
  { x: 280, y: 62, size: 1.8 },
  { x: 302, y: 100, size: 1.2 },
  { x: 226, y: 152, size: 1.2 },
  { x: 172, y: 160, size: 1.4 },
];

/** Spread evenly by the golden ratio; the quadratic delays keep drops and flakes from falling in rows. */
const spread = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    x: 50 + 220 * ((index * 0.618_034) % 1),
    delay: -((index * index * 0.414_214) % 1),
  }));

function Rain({ count }: { count: number }) {
  return spread(count).map(({ x, delay }) => (
    <path
      key={x}
      className={styles.drop}
      d={`M${x} 118l-7 26`}
      style={{ animationDelay: `${delay * 1.1}s`, translate: `${-14 * -delay}px ${52 * -delay}px` }}
    />
  ));
}

function Snow({ count }: { count: number }) {
  return spread(count).map(({ x, delay }) => (
    <circle
      key={x}
      className={styles.flake}
      cx={x}
      cy={118}
      r={2 + 2 * -delay}
      style={{ animationDelay: `${delay * 5}s`, translate: `0 ${78 * -delay}px` }}
    />
  ));
}

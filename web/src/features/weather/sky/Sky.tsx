/** The sky behind the current weather: a gradient by condition and sun, faint stars, rain or snow, and water at the bottom. */
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useAfterLoad } from '../../../scheduling/useAfterLoad.ts';
import { Mark } from '../../../ui/Brand.tsx';
import styles from './Sky.module.css';
import type { SkyLook } from './sky.ts';

interface SkyProps {
  look: SkyLook | null;
  children: ReactNode;
}

/** Animation costs a slow phone time, so it starts well after everything else has loaded. */
const animationDelayMs = 3_000;

export function Sky({ look, children }: SkyProps) {
  const { kind, phase } = look ?? { kind: 'cloud', phase: 'day' };
  const sky = `${kind}-${phase}`;
  const isAfterLoad = useAfterLoad(animationDelayMs);
  const hasInteracted = useHasInteracted();
  // It stops at the first interaction, to leave the processor to that.
  const isStill = !isAfterLoad || hasInteracted || undefined;
  return (
    <>
      <div
        className={styles.sky}
        data-sky={sky}
        data-still={isStill}
        style={
          {
            '--sky-top': `var(--sky-${sky}-top)`,
            '--sky-foot': `var(--sky-${sky}-foot)`,
          } as CSSProperties
        }
      >
        <span className={styles.light} aria-hidden="true" />
        <span className={styles.horizon} aria-hidden="true" />
        {/* Without the weather the sky is only as tall as its bar, and the bird would be behind a button. */}
        {look && (
          <span className={styles.bird} aria-hidden="true">
            <Mark size={2.5} />
          </span>
        )}
        {look?.fall && <span className={styles[look.fall]} aria-hidden="true" />}
        {phase === 'night' && !look?.fall && <span className={styles.stars} aria-hidden="true" />}
        <div className={styles.content}>{children}</div>
      </div>
      <Water windSpeed={look?.windSpeed ?? 0} isStill={isStill} />
    </>
  );
}

/** Whether the user has pressed anything yet. */
function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(false);
  useEffect(() => {
    const handleInteraction = () => setHasInteracted(true);
    window.addEventListener('pointerdown', handleInteraction, { once: true });
    window.addEventListener('keydown', handleInteraction, { once: true });
    return () => {
      window.removeEventListener('pointerdown', handleInteraction);
      window.removeEventListener('keydown', handleInteraction);
    };
  }, []);
  return hasInteracted;
}

/** Calm water is nearly flat; a storm raises the waves. */
const stormMetersPerSecond = 20;
const calmHeight = 0.35;

/** Water at the lower edge of the sky, with waves that grow with the current wind. */
function Water({ windSpeed, isStill }: { windSpeed: number; isStill: true | undefined }) {
  const height = calmHeight + (1 - calmHeight) * Math.min(windSpeed / stormMetersPerSecond, 1);
  return (
    <div className={styles.shore} data-still={isStill} aria-hidden="true">
      <div className={styles.water} style={{ '--wave-height': height } as CSSProperties}>
        {(['far', 'middle', 'near'] as const).map((wave) => (
          // The box is animated, not the SVG: an animated SVG is laid out again in every frame.
          <span key={wave} className={styles[wave]}>
            <svg
              viewBox="0 0 1200 40"
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <path d="M0 20C100 0 200 0 300 20S500 40 600 20 800 0 900 20 1100 40 1200 20V40H0z" />
            </svg>
          </span>
        ))}
      </div>
    </div>
  );
}

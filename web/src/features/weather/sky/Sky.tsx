/** The sky behind the present weather: a gradient by condition and sun, faint stars, rain or snow, and water at its foot. */
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useAfterLoad } from '../../../scheduling/useAfterLoad.ts';
import styles from './Sky.module.css';
import type { SkyLook } from './sky.ts';

interface SkyProps {
  look: SkyLook | null;
  children: ReactNode;
}

/** Motion takes time from a slow phone: it begins when everything else has long been there. */
const calmMs = 3_000;

export function Sky({ look, children }: SkyProps) {
  const { kind, phase } = look ?? { kind: 'cloud', phase: 'day' };
  const sky = `${kind}-${phase}`;
  const isAtRest = useAfterLoad(calmMs);
  const isUsed = useIsUsed();
  // It yields to whoever uses the page.
  const isStill = !isAtRest || isUsed || undefined;
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
        {look?.fall && <span className={styles[look.fall]} aria-hidden="true" />}
        {phase === 'night' && !look?.fall && <span className={styles.stars} aria-hidden="true" />}
        <div className={styles.content}>{children}</div>
      </div>
      <Water windSpeed={look?.windSpeed ?? 0} isStill={isStill} />
    </>
  );
}

/** Whether somebody has pressed anything yet. */
function useIsUsed(): boolean {
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    const handleUse = () => setIsUsed(true);
    window.addEventListener('pointerdown', handleUse, { once: true });
    window.addEventListener('keydown', handleUse, { once: true });
    return () => {
      window.removeEventListener('pointerdown', handleUse);
      window.removeEventListener('keydown', handleUse);
    };
  }, []);
  return isUsed;
}

/** Calm water lies nearly flat; a storm raises it. */
const stormMetersPerSecond = 20;
const calmHeight = 0.35;

/** Where the sky meets the page: the sea the kingfisher calms, moved by the present wind. */
function Water({ windSpeed, isStill }: { windSpeed: number; isStill: true | undefined }) {
  const height = calmHeight + (1 - calmHeight) * Math.min(windSpeed / stormMetersPerSecond, 1);
  return (
    <div className={styles.shore} data-still={isStill} aria-hidden="true">
      <div className={styles.water} style={{ '--wave-height': height } as CSSProperties}>
        {(['far', 'middle', 'near'] as const).map((wave) => (
          // The box moves, not the drawing: a moving drawing is laid out anew in every frame.
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

/** The sky behind the present weather: a gradient by condition and daylight, with slow drifting light where motion is welcome. */
import type { ReactNode } from 'react';
import type { Condition } from './report.ts';
import styles from './Sky.module.css';
import { skyOf } from './sky.ts';

interface SkyProps {
  condition: Condition | null;
  isDay: boolean;
  children: ReactNode;
}

export function Sky({ condition, isDay, children }: SkyProps) {
  const sky = skyOf(condition, isDay);
  return (
    <div
      className={styles.sky}
      data-sky={sky}
      style={
        {
          '--sky-top': `var(--sky-${sky}-top)`,
          '--sky-foot': `var(--sky-${sky}-foot)`,
        } as React.CSSProperties
      }
    >
      <span className={styles.light} aria-hidden="true" />
      <div className={styles.content}>{children}</div>
    </div>
  );
}

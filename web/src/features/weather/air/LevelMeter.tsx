/** A level as filled steps, beside its name: the number of steps says the same as the word, without colour. */
import styles from './LevelMeter.module.css';

interface LevelMeterProps {
  /** From 0, which fills the first step. */
  rank: number;
  steps: number;
}

export function LevelMeter({ rank, steps }: LevelMeterProps) {
  return (
    <span className={styles.meter} aria-hidden="true">
      {Array.from({ length: steps }, (_, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
        <span key={step} className={styles.step} data-filled={step <= rank || undefined} />
      ))}
    </span>
  );
}

/** A busy indicator for short waits; it does not turn when reduced motion is set. */
import styles from './Spinner.module.css';

interface SpinnerProps {
  /** Announced by screen readers; leave out where a text says the same. */
  label?: string | undefined;
  size?: number;
}

export function Spinner({ label, size = 2 }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={styles.holder}>
      <svg
        className={styles.ring}
        width={`${size}rem`}
        height={`${size}rem`}
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <circle className={styles.track} cx="12" cy="12" r="9" />
        <path className={styles.arc} d="M12 3a9 9 0 0 1 9 9" />
      </svg>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}

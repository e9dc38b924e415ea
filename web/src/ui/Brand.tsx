/** The logo, a kingfisher, and the name beside it. */
import styles from './Brand.module.css';

export function Brand() {
  return (
    <span className={styles.brand}>
      <Mark size={2} />
      Halcyon
    </span>
  );
}

/** Drawn for Halcyon; public/favicon.svg shows the same bird on a tile. */
export function Mark({ size }: { size: number }) {
  return (
    <svg
      width={`${size}rem`}
      height={`${size}rem`}
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.beak} d="M2 27.5 27 20v8.5z" />
      <path className={styles.breast} d="M22 31c-1 13 7 23 21 24 4-4 5-11 2-17S31 28 22 31z" />
      <path
        className={styles.back}
        d="M24 29c-1-10 5-18 15-18 9 0 14 6 15 14 1 9 3 19 8 31-9-2-13-6-17-12-5-8-11-13-21-15z"
      />
      <path className={styles.cheek} d="M25 29c4-2 9-2 14 2-5 1-10 1-14-2z" />
      <circle className={styles.eye} cx="34" cy="21" r="2.6" />
    </svg>
  );
}

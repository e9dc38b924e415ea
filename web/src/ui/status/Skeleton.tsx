/** A placeholder with the size of content that is loading, so that the layout does not shift. */
import styles from './Skeleton.module.css';

interface SkeletonProps {
  width?: string;
  height?: string;
  /** A `line` has the height of a line of text. */
  shape?: 'block' | 'line' | 'circle';
}

export function Skeleton({ width = '100%', height, shape = 'block' }: SkeletonProps) {
  return (
    <span
      className={styles[shape]}
      style={{ width, height }}
      data-skeleton={shape}
      aria-hidden="true"
    />
  );
}

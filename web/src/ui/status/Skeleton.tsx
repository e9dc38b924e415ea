/** The shape of what is coming, so that nothing jumps when it arrives. */
import styles from './Skeleton.module.css';

interface SkeletonProps {
  width?: string;
  height?: string;
  /** A line of text takes the height of the text it stands for. */
  shape?: 'block' | 'line' | 'circle';
}

export function Skeleton({ width = '100%', height, shape = 'block' }: SkeletonProps) {
  return <span className={styles[shape]} style={{ width, height }} aria-hidden="true" />;
}

/** An error message with its reason below it, announced as soon as it appears. */
import styles from './Form.module.css';

interface ProblemProps {
  title: string | undefined;
  detail?: string | null;
}

export function Problem({ title, detail }: ProblemProps) {
  return (
    // Always rendered, even empty: screen readers announce only changes in a region they already know.
    <div role="alert" className={styles.problem}>
      {title && <p className={styles.title}>{title}</p>}
      {title && detail && detail !== title && <p>{detail}</p>}
    </div>
  );
}

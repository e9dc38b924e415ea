/** What went wrong, spoken as soon as it stands there: the sentence, and the reason below it. */
import styles from './Form.module.css';

interface ProblemProps {
  title: string | undefined;
  detail?: string | null;
}

export function Problem({ title, detail }: ProblemProps) {
  return (
    // Stands empty from the start: only then is what appears in it spoken.
    <div role="alert" className={styles.problem}>
      {title && <p className={styles.title}>{title}</p>}
      {title && detail && detail !== title && <p>{detail}</p>}
    </div>
  );
}

/** One tile: a value with notes, a picture beside it and a curve below it. */
import type { ReactNode } from 'react';
import { Card } from '../../../ui/layout/Card.tsx';
import styles from './Details.module.css';

interface ReadingProps {
  title: string;
  value: string;
  notes?: Array<string | false>;
  /** Beside the text. */
  picture?: ReactNode;
  /** Below the text. */
  foot?: ReactNode;
  /** As wide as two tiles on a phone. */
  isWide?: boolean;
  /** As wide as the page. */
  isFull?: boolean;
}

export function Reading({
  title,
  value,
  notes = [],
  picture,
  foot,
  isWide = false,
  isFull = false,
}: ReadingProps) {
  return (
    <div className={styles.cell} data-wide={isWide || undefined} data-full={isFull || undefined}>
      <Card title={title} className={styles.reading}>
        <div className={styles.row}>
          <p
            className={styles.value}
            data-long={value.length > 8 || undefined}
            data-words={!/\d/.test(value) || undefined}
          >
            {value}
          </p>
          <div className={styles.notes}>
            {notes
              .filter((note) => note !== false)
              .map((note) => (
                <p key={note}>{note}</p>
              ))}
          </div>
          {picture && <div className={styles.picture}>{picture}</div>}
        </div>
        {foot}
      </Card>
    </div>
  );
}

/** A panel with an optional heading and content to the right of it. */
import { type ReactNode, useId } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Card.module.css';

interface CardProps {
  title?: string;
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Card({ title, aside, className, children }: CardProps) {
  const headingId = useId();
  return (
    <section
      className={classNames(styles.card, className)}
      aria-labelledby={title ? headingId : undefined}
    >
      {title && (
        <header className={styles.head}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
          {aside && <div className={styles.aside}>{aside}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

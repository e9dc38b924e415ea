/** A section that is collapsed until it is opened. */
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './Disclosure.module.css';

interface DisclosureProps {
  title: string;
  children: ReactNode;
}

export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure}>
      <summary className={styles.summary}>
        {title}
        <Icon name="chevronDown" size={1.25} className={styles.arrow} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}

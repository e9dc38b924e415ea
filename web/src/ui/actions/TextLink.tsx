/** A link in running text: to a page of ours, or out into the world in a tab of its own. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './TextLink.module.css';

interface TextLinkProps {
  /** A path of ours begins with `/`; everything else leads outside. */
  to: string;
  children: ReactNode;
}

export function TextLink({ to, children }: TextLinkProps) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={styles.link}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} className={styles.link} rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A link in running text, to a page of the app or to another site. */
import type { ReactNode } from 'react';
import { PageLink } from './PageLink.tsx';
import styles from './TextLink.module.css';

interface TextLinkProps {
  /** A path of the app begins with `/`; anything else is an external address. */
  to: string;
  children: ReactNode;
}

export function TextLink({ to, children }: TextLinkProps) {
  if (to.startsWith('/')) {
    return (
      <PageLink to={to} className={styles.link}>
        {children}
      </PageLink>
    );
  }
  return (
    <a href={to} className={styles.link} rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A link in running text, to a page of the app, a file of the server or another site. */
import type { ReactNode } from 'react';
import { PageLink } from './PageLink.tsx';
import styles from './TextLink.module.css';

interface TextLinkProps {
  /** A path of the app begins with `/`; anything else is an external address. */
  to: string;
  /** The path is that of a file, which the browser opens by itself. */
  isFile?: boolean;
  children: ReactNode;
}

export function TextLink({ to, isFile = false, children }: TextLinkProps) {
  if (to.startsWith('/') && !isFile) {
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

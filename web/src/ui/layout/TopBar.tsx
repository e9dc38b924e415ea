/** The bar at a page's head: menu opener, title, and what belongs to the right; behind it begins what the skip link leads to. */
import { type ReactNode, use } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { MenuContext } from './menu.ts';
import styles from './TopBar.module.css';

/** A mark and no box: a page lies in one grid with its bar. */
export const contentId = 'content';

interface TopBarProps {
  title: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  look?: 'plain' | 'onSky';
}

export function TopBar({ title, note, aside, look = 'plain' }: TopBarProps) {
  const menu = use(MenuContext);
  return (
    <>
      <header className={styles.bar}>
        {menu && (
          <IconButton
            icon="menu"
            label={menu.label}
            look={look}
            data-shortcut="menu"
            aria-haspopup="dialog"
            aria-expanded={menu.isOpen}
            onClick={menu.open}
            onPointerEnter={menu.prepare}
            onFocus={menu.prepare}
          />
        )}
        <div className={styles.titles}>
          <h1 className={styles.title}>{title}</h1>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </header>
      <span id={contentId} tabIndex={-1} className="visually-hidden" />
    </>
  );
}

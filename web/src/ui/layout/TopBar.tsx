/** The bar at the top of a page: menu button, title, main pages and actions, followed by the target of the skip link. */
import { type ReactNode, use } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { PageLink } from '../actions/PageLink.tsx';
import { Brand } from '../Brand.tsx';
import { useIsWide } from '../useIsWide.ts';
import { type Menu, MenuContext } from './menu.ts';
import styles from './TopBar.module.css';

/** Id of the skip link's target: an empty element, because a wrapper would break the page's grid. */
export const contentId = 'content';

interface TopBarProps {
  title: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  look?: 'plain' | 'onSky';
}

export function TopBar({ title, note, aside, look = 'plain' }: TopBarProps) {
  const menu = use(MenuContext);
  const isWide = useIsWide();
  return (
    <>
      <header className={styles.bar} data-look={look}>
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
        {menu && isWide && <MainPages {...menu.pages} />}
        {aside && <div className={styles.aside}>{aside}</div>}
      </header>
      <span id={contentId} tabIndex={-1} className="visually-hidden" />
    </>
  );
}

function MainPages({ label, links }: Menu['pages']) {
  return (
    <nav aria-label={label} className={styles.pages}>
      <span aria-hidden="true">
        <Brand />
      </span>
      {links.map(({ to, text }) => (
        <PageLink key={to} to={to} className={styles.page}>
          {text}
        </PageLink>
      ))}
    </nav>
  );
}

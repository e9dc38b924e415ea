/** The main menu, in a drawer from the left. */
import { type ReactNode, useEffect } from 'react';
import { useAuth, useSession } from '../../api/session/useSession.ts';
import { ThemeSelect } from '../../features/preferences/ThemeSelect.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { type PagePath, paths } from '../../paths.ts';
import { useBridge } from '../../platform/BridgeContext.ts';
import { PageLink } from '../../ui/actions/PageLink.tsx';
import { Brand } from '../../ui/Brand.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Drawer } from '../../ui/overlays/Drawer.tsx';
import { openDebugConsole } from './debugConsole.ts';
import styles from './MenuDrawer.module.css';

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

export function MenuDrawer({ isOpen, onClose }: MenuDrawerProps) {
  const { t } = useTranslation();
  const session = useSession();
  const bridge = useBridge();
  const { isAuthenticated, user } = useAuth();
  const act = (action: () => void) => () => {
    onClose();
    action();
  };

  const page = (to: PagePath, icon: IconName, text: string, note?: string) => (
    <li>
      <PageLink to={to} className={styles.entry} onClick={onClose}>
        <Icon name={icon} />
        {note ? (
          <span>
            {text}
            <span className={styles.note}>{note}</span>
          </span>
        ) : (
          text
        )}
      </PageLink>
    </li>
  );
  const guarded = (to: PagePath, icon: IconName, text: string) =>
    isAuthenticated ? (
      page(to, icon, text)
    ) : (
      <li>
        {/* biome-ignore lint/a11y/useSemanticElements: a disabled link that screen readers can still find */}
        <span className={styles.entry} role="link" aria-disabled="true" tabIndex={0}>
          <Icon name={icon} />
          <span>
            {text}
            <span className={styles.note}>{t('menu.requiresAuthentication')}</span>
          </span>
        </span>
      </li>
    );
  const action = (icon: IconName, text: ReactNode, onPress: () => void) => (
    <li>
      <button type="button" className={styles.entry} onClick={act(onPress)}>
        <Icon name={icon} />
        {text}
      </button>
    </li>
  );

  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      label={t('menu.title')}
      closeLabel={t('menu.close')}
      head={<Brand />}
    >
      <RestoreFocus />
      <nav aria-label={t('menu.title')} className={styles.nav}>
        <ul>
          {page(paths.home, 'home', t('menu.home'))}
          {guarded(paths.profile, 'person', t('menu.profile'))}
          {guarded(paths.settings, 'settings', t('menu.settings'))}
          {/* Visitors look for the theme and the units under Settings, which needs an account. */}
          {page(
            paths.accessibility,
            'accessibility',
            t('menu.accessibility'),
            isAuthenticated ? undefined : t('menu.visitorSettings'),
          )}
          {isAuthenticated
            ? action('logout', t('menu.logout'), () => session.logout())
            : page(paths.login, 'login', t('menu.login'))}
          {page(paths.contact, 'help', t('menu.help'))}
          {user?.debug_console &&
            action('console', t('menu.debugConsole'), () => openDebugConsole(bridge))}
        </ul>
        <ul className={styles.foot}>
          <li>
            <PageLink to={paths.privacy} onClick={onClose}>
              {t('menu.privacy')}
            </PageLink>
          </li>
          <li>
            <PageLink to={paths.terms} onClick={onClose}>
              {t('menu.terms')}
            </PageLink>
          </li>
        </ul>
      </nav>
      <div className={styles.theme}>
        <ThemeSelect />
      </div>
    </Drawer>
  );
}

/** Focuses the menu button of the current page if the one that opened the menu has been removed meanwhile. */
function RestoreFocus() {
  useEffect(
    () => () => {
      // After React Aria, which restores the focus in the next frame.
      requestAnimationFrame(() => setTimeout(focusOpenerIfLost));
    },
    [],
  );
  return null;
}

function focusOpenerIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[data-shortcut="menu"]')?.focus();
}

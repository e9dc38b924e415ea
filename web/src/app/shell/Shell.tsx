/** The frame around every page: skip link, menu, toasts, announcements and navigation effects. */
import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useLocation } from '../../navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { AfterLoad } from '../../scheduling/AfterLoad.tsx';
import { useLinkPreloading } from '../../scheduling/useLinkPreloading.ts';
import { useAccessibility } from '../../storage/useAccessibility.ts';
import { MenuContext } from '../../ui/layout/menu.ts';
import { HasNavigatedContext } from '../../ui/layout/Page.tsx';
import { contentId } from '../../ui/layout/TopBar.tsx';
import { ToastRegion } from '../../ui/overlays/ToastRegion.tsx';
import { Announcer } from '../../ui/status/Announcer.tsx';
import { announce } from '../../ui/status/announce.ts';
import { LoadingOverlay } from '../../ui/status/LoadingOverlay.tsx';
import { AppRoutes } from '../routing/AppRoutes.tsx';
import { preloadPage } from '../routing/pageChunks.tsx';
import styles from './Shell.module.css';
import { useSessionMessages } from './useSessionMessages.ts';

const loadDrawer = () => import('./MenuDrawer.tsx');
const MenuDrawer = lazy(async () => ({ default: (await loadDrawer()).MenuDrawer }));
const BackgroundFeatures = lazy(async () => ({
  default: (await import('./BackgroundFeatures.tsx')).BackgroundFeatures,
}));
const loadAnnouncementMs = 1_000;

/** Memoized: the app renders when a setting changes, and the pages listen to the settings that they show. */
export const Shell = memo(function Shell() {
  const { t } = useTranslation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  // Stays mounted once opened, so that it can animate out.
  const [wasMenuOpened, setWasMenuOpened] = useState(false);
  const hasNavigated = useHasNavigated();
  useSessionMessages();
  useLinkPreloading(preloadPage);
  useLoadAnnouncement();

  const { isAuthenticated } = useAuth();
  const menu = useMemo(
    () => ({
      label: t('menu.open'),
      pages: {
        label: t('nav.label'),
        links: [
          { to: paths.home, text: t('nav.weather') },
          { to: paths.map, text: t('nav.map') },
          { to: paths.locations, text: t('nav.places') },
          // Visitors have theme, language and units there.
          {
            to: isAuthenticated ? paths.settings : paths.accessibility,
            text: t('nav.settings'),
          },
          { to: paths.help, text: t('nav.help') },
        ],
      },
      isOpen: isMenuOpen,
      open: () => {
        setWasMenuOpened(true);
        setIsMenuOpen(true);
      },
      prepare: () => void loadDrawer(),
    }),
    [t, isMenuOpen, isAuthenticated],
  );

  return (
    <HasNavigatedContext value={hasNavigated}>
      <MenuContext value={menu}>
        <a className={styles.skip} href={`#${contentId}`}>
          {t('app.skip')}
        </a>
        <Suspense fallback={<LoadingOverlay label={t('app.loading')} />}>
          <AppRoutes />
        </Suspense>
        <Suspense>
          {wasMenuOpened && <MenuDrawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />}
        </Suspense>
        <ToastRegion label={t('toasts.region')} closeLabel={t('app.close')} />
        <Announcer />
        <AfterLoad>
          <BackgroundFeatures />
        </AfterLoad>
      </MenuContext>
    </HasNavigatedContext>
  );
});

/** Whether there was a navigation inside the app. */
function useHasNavigated(): boolean {
  const { pathname } = useLocation();
  const firstPath = useRef(pathname);
  const [hasNavigated, setHasNavigated] = useState(false);
  if (!hasNavigated && pathname !== firstPath.current) setHasNavigated(true);
  return hasNavigated;
}

/** Announces that the app is ready, if the screen reader setting is on. */
function useLoadAnnouncement(): void {
  const { t } = useTranslation();
  const [{ screenReaderEnabled }] = useAccessibility();
  const text = useRef(screenReaderEnabled ? t('app.loaded') : null);
  useEffect(() => {
    if (text.current === null) return;
    const timer = setTimeout(() => announce(text.current ?? ''), loadAnnouncementMs);
    return () => clearTimeout(timer);
  }, []);
}

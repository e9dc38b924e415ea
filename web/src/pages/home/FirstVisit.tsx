/** The dashboard before a place is chosen: a short introduction and the ways to choose one. */
import { lazy, Suspense } from 'react';
import { useAuth } from '../../api/session/useSession.ts';
import { UnconfirmedBanner } from '../../features/accounts/UnconfirmedBanner.tsx';
import { FirstPlace } from '../../features/locations/FirstPlace.tsx';
import { Sky } from '../../features/weather/sky/Sky.tsx';
import { defaultSky } from '../../features/weather/sky/sky.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { TopBar } from '../../ui/layout/TopBar.tsx';
import styles from './FirstVisit.module.css';

/** Decoration, which need not come with the page. */
const SkyScene = lazy(async () => ({
  default: (await import('../../features/weather/sky/SkyScene.tsx')).SkyScene,
}));

export function FirstVisit({ now }: { now: Date }) {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const look = defaultSky(now.getHours());
  return (
    <Page title={t('home.title')} layout="full">
      <Sky look={look}>
        <TopBar look="onSky" title={t('home.welcome.title')} />
        <div className={styles.hero}>
          <p className={styles.text}>
            {t(isAuthenticated ? 'home.welcome.signedIn' : 'home.welcome.text')}
          </p>
          <div className={styles.scene} data-live>
            <Suspense>
              <SkyScene look={look} />
            </Suspense>
          </div>
        </div>
      </Sky>
      <div className={styles.choice} data-welcome>
        <UnconfirmedBanner />
        <Card className={styles.card}>
          <FirstPlace />
        </Card>
      </div>
    </Page>
  );
}

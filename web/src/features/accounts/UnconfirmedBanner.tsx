/** Shown until the user has confirmed the e-mail address, because alerts are not sent to it before. */
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { PageLink } from '../../ui/actions/PageLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './UnconfirmedBanner.module.css';

export function UnconfirmedBanner() {
  const { t } = useTranslation();
  const { user } = useAuth();
  if (!user?.email || !user.needs_verification) return null;
  return (
    <div className={styles.banner}>
      <Icon name="info" />
      <p className={styles.text}>{t('verify.banner', { email: user.email })}</p>
      {/* The profile sends the link again. */}
      <PageLink className={styles.link} to={paths.profile}>
        {t('pages.profile')}
      </PageLink>
    </div>
  );
}

/** One notice: what happened to which warning, for which place, when, and how it travelled. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Icon, type IconName } from '../../../ui/Icon.tsx';
import { wordsOf } from '../alerts/alerts.ts';
import { useMeasures } from '../useMeasures.ts';
import styles from './NoticeCentre.module.css';
import type { Notice } from './queries.ts';

const icons: Record<Notice['severity'], IconName> = {
  info: 'info',
  moderate: 'warning',
  severe: 'danger',
};

export function NoticeEntry({ notice }: { notice: Notice }) {
  const translation = useTranslation();
  const { t, format } = translation;
  const measures = useMeasures();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { alert, channels } = notice;
  const words = alert && wordsOf(alert, { translation, measures, timeZone });
  const ways = channels.map((way) => t(`noticeCentre.channel.${way}`)).join(', ');
  return (
    <li className={styles.entry} data-severity={notice.severity}>
      <Icon name={icons[notice.severity]} size={1.5} />
      <div className={styles.words}>
        <p className={styles.title}>
          {words
            ? `${t(`noticeCentre.step.${notice.step}`)}: ${words.title}`
            : t('noticeCentre.step.test')}
        </p>
        <p className={styles.note}>
          {notice.place && `${notice.place} · `}
          <time dateTime={notice.created_at}>
            {format.age(new Date(notice.created_at), new Date())}
          </time>
          {' · '}
          {ways ? t('noticeCentre.by', { channels: ways }) : t('noticeCentre.hereOnly')}
        </p>
        {words?.description && (
          <p className={styles.text} lang={words.language}>
            {words.description}
          </p>
        )}
        {alert && (
          <p className={styles.note}>
            {alert.origin === 'issued'
              ? t('weather.alerts.issuedBy', { issuer: alert.issuer ?? '' })
              : t('weather.alerts.computed')}
            {alert.url && (
              <>
                {' · '}
                <TextLink to={alert.url}>{t('weather.alerts.source')}</TextLink>
              </>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

/** One notification: what happened to which alert, for which place, when, and by which channels it was sent. */
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { alertIcons } from '../../../ui/status/alertLevel.ts';
import { useFormatContext } from '../../../units/formatContext.ts';
import { levelOf } from '../alerts.ts';
import { alertText } from '../alertText.ts';
import styles from './NotificationCentre.module.css';
import type { SentNotification } from './queries.ts';

/** A briefing is sent as a notification, but it is no alert. */
const briefingIdentity = 'halcyon-briefing-';

export function NotificationEntry({ notification }: { notification: SentNotification }) {
  const context = useFormatContext(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { t, format } = context.translation;
  const { alert, place, severity, event, created_at: createdAt } = notification;
  const text = alert && alertText(alert, context);
  const isBriefing = alert?.id.startsWith(briefingIdentity);
  const channels = notification.channels
    .map((channel) => t(`notificationList.channel.${channel}`))
    .join(', ');
  return (
    <li className={styles.entry} data-severity={severity}>
      <Icon name={alertIcons[alert ? levelOf(alert) : severity]} size={1.5} />
      <div className={styles.content}>
        <p className={styles.title}>
          {!text && t('notificationList.step.test')}
          {text &&
            (isBriefing ? text.title : `${t(`notificationList.step.${event}`)}: ${text.title}`)}
        </p>
        <p className={styles.note}>
          {place && `${place} · `}
          <time dateTime={createdAt}>{format.age(new Date(createdAt), new Date())}</time>
          {' · '}
          {channels ? t('notificationList.by', { channels }) : t('notificationList.hereOnly')}
        </p>
        {text?.description && (
          <p className={styles.text} lang={text.language}>
            {text.description}
          </p>
        )}
        {isBriefing && <p className={styles.note}>{alert?.attribution}</p>}
        {alert && !isBriefing && (
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

/** Alerts at the top of the page, with severity by colour, icon and word; each opens to its full text. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useFormatContext } from '../../units/formatContext.ts';
import styles from './AlertStrip.module.css';
import { type Alert, type Alerts, mostImportantFirst, severityIcons } from './alerts.ts';
import { alertText } from './alertText.ts';

interface AlertStripProps {
  alerts: Alerts;
  timeZone: string;
}

export function AlertStrip({ alerts, timeZone }: AlertStripProps) {
  const { t } = useTranslation();
  if (alerts.items.length + alerts.unmatched.length === 0) return null;
  return (
    <section aria-label={t('weather.alerts.title')} className={styles.strip}>
      {mostImportantFirst(alerts.items).map((alert) => (
        <AlertEntry key={alert.id} alert={alert} timeZone={timeZone} />
      ))}
      {alerts.unmatched.length > 0 && (
        <p className={styles.unmatched}>{t('weather.alerts.unmatchedTitle')}</p>
      )}
      {mostImportantFirst(alerts.unmatched).map((alert) => (
        <AlertEntry key={alert.id} alert={alert} timeZone={timeZone} />
      ))}
    </section>
  );
}

function AlertEntry({ alert, timeZone }: { alert: Alert; timeZone: string }) {
  const context = useFormatContext(timeZone);
  const { t, format } = context.translation;
  const text = alertText(alert, context);
  const moment = (at: string) => `${format.weekdayAt(at, timeZone)} ${format.time(at, timeZone)}`;
  return (
    <details className={styles.alert} data-severity={alert.severity} data-origin={alert.origin}>
      <summary className={styles.summary}>
        <Icon name={severityIcons[alert.severity]} size={1.75} />
        <span className={styles.heading}>
          <strong lang={text.language}>{text.title}</strong>
          <span className={styles.note}>
            <span>{t('weather.alerts.until', { time: moment(alert.ends_at) })}</span>
            <span>
              {alert.origin === 'issued'
                ? t('weather.alerts.issuedBy', { issuer: alert.issuer ?? '' })
                : t('weather.alerts.computed')}
            </span>
          </span>
        </span>
        <span className={styles.severity}>{t(`weather.alerts.severity.${alert.severity}`)}</span>
      </summary>
      <div className={styles.details}>
        <p>{t('weather.alerts.from', { time: moment(alert.starts_at) })}</p>
        <div lang={text.language} className={styles.text}>
          <p className={styles.description}>{text.description}</p>
          {text.instruction && <p className={styles.description}>{text.instruction}</p>}
        </div>
        {alert.url && <TextLink to={alert.url}>{t('weather.alerts.source')}</TextLink>}
      </div>
    </details>
  );
}

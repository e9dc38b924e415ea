/** Warnings at the head of the page: severity by colour, icon and word; each opens to its full text. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Icon, type IconName } from '../../../ui/Icon.tsx';
import { useMeasures } from '../useMeasures.ts';
import styles from './AlertStrip.module.css';
import { type Alert, type Alerts, mostImportantFirst, type Severity, wordsOf } from './alerts.ts';

const icons: Record<Severity, IconName> = { info: 'info', moderate: 'warning', severe: 'danger' };

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
  const translation = useTranslation();
  const measures = useMeasures();
  const { t, format } = translation;
  const words = wordsOf(alert, { translation, measures, timeZone });
  const moment = (at: string) => `${format.weekdayAt(at, timeZone)} ${format.time(at, timeZone)}`;
  return (
    <details className={styles.alert} data-severity={alert.severity} data-origin={alert.origin}>
      <summary className={styles.summary}>
        <Icon name={icons[alert.severity]} size={1.75} />
        <span className={styles.words}>
          <strong lang={words.language}>{words.title}</strong>
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
      <div className={styles.text}>
        <p>{t('weather.alerts.from', { time: moment(alert.starts_at) })}</p>
        <div lang={words.language} className={styles.said}>
          <p className={styles.description}>{words.description}</p>
          {words.instruction && <p className={styles.description}>{words.instruction}</p>}
        </div>
        {alert.url && <TextLink to={alert.url}>{t('weather.alerts.source')}</TextLink>}
      </div>
    </details>
  );
}

/** How well warnings reach this place; "none" and "nobody warns here" are different answers. */
export function AlertCoverage({ alerts, timeZone }: AlertStripProps) {
  const { t, format } = useTranslation();
  if (alerts.coverage === 'outdated' && alerts.updated_at) {
    return t('weather.alerts.coverage.outdated', {
      time: format.time(alerts.updated_at, timeZone),
    });
  }
  if (alerts.coverage === 'no_service') return t('weather.alerts.coverage.noService');
  if (alerts.coverage === 'unmatched') return t('weather.alerts.coverage.unmatched');
  return alerts.items.length === 0 ? t('weather.alerts.coverage.none') : null;
}

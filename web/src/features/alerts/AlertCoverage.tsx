/** How well alerts cover a place. "No alerts" and "no official warnings available here" are different statements. */
import { useTranslation } from '../../i18n/I18n.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './AlertCoverage.module.css';
import type { Alerts } from './alerts.ts';

interface AlertCoverageProps {
  alerts: Alerts;
  timeZone: string;
  now: Date;
}

/** At the top of the page wherever the list of alerts is not known to be complete: no strip must not look like no danger. */
export function IncompleteCoverage(props: AlertCoverageProps) {
  const { coverage } = props.alerts;
  if (coverage === 'covered') return null;
  return (
    <p className={styles.note} data-coverage={coverage}>
      <Icon name={coverage === 'no_service' ? 'info' : 'warning'} size={1.125} />
      <span>
        <AlertCoverage {...props} />
      </span>
    </p>
  );
}

export function AlertCoverage({ alerts, timeZone, now }: AlertCoverageProps) {
  const { t, format } = useTranslation();
  switch (alerts.coverage) {
    case 'no_service':
      return t(
        alerts.no_service_reason === 'none_available'
          ? 'weather.alerts.coverage.noneAvailable'
          : 'weather.alerts.coverage.noService',
      );
    case 'unmatched':
      return t('weather.alerts.coverage.unmatched');
    case 'incomplete':
      return t('weather.alerts.coverage.incomplete');
    case 'outdated':
      return alerts.updated_at
        ? t('weather.alerts.coverage.outdated', {
            time: format.timeOrDay(alerts.updated_at, timeZone, now),
          })
        : t('weather.alerts.coverage.neverAnswered');
    case 'covered':
      return alerts.items.length === 0 ? t('weather.alerts.coverage.none') : null;
  }
}

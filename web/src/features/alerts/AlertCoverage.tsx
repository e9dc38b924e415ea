/** How well alerts cover a place. "No alerts" and "no service covers this place" are different statements. */
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Alerts } from './alerts.ts';

interface AlertCoverageProps {
  alerts: Alerts;
  timeZone: string;
}

export function AlertCoverage({ alerts, timeZone }: AlertCoverageProps) {
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

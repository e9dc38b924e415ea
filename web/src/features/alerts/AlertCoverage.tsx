/** How well alerts cover a place. "No alerts" and "no service covers this place" are different statements. */
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Alerts } from './alerts.ts';

interface AlertCoverageProps {
  alerts: Alerts;
  timeZone: string;
  now: Date;
}

export function AlertCoverage({ alerts, timeZone, now }: AlertCoverageProps) {
  const { t, format } = useTranslation();
  switch (alerts.coverage) {
    case 'no_service':
      return t('weather.alerts.coverage.noService');
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

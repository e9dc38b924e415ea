/** When which alert is in force, for the hours of the forecast. */
import type { AlertLevel } from '../../ui/status/alertLevel.ts';
import type { FormatContext } from '../../units/formatContext.ts';
import { type Alerts, levelOf, mostImportantFirst } from './alerts.ts';
import { shortTitle } from './alertText.ts';

interface AlertPeriod {
  startsAt: string;
  endsAt: string;
  level: AlertLevel;
  label: string;
}

export function alertPeriods(alerts: Alerts, context: FormatContext): AlertPeriod[] {
  const { t } = context.translation;
  return mostImportantFirst(alerts.items).map((alert) => {
    const level = levelOf(alert);
    return {
      startsAt: alert.starts_at,
      endsAt: alert.ends_at,
      level,
      label: t('weather.alerts.inWords', {
        title: shortTitle(alert, context),
        severity: t(`weather.alerts.severity.${level}`),
      }),
    };
  });
}

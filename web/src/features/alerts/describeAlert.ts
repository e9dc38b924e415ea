/** Alerts as sentences, to be announced and read aloud. */
import type { FormatContext } from '../../units/formatContext.ts';
import { type Alert, type Alerts, levelOf, mostImportantFirst } from './alerts.ts';
import { alertText } from './alertText.ts';

export function describeAlert(alert: Alert, context: FormatContext): string {
  const { translation, timeZone } = context;
  const { t, format } = translation;
  const { title } = alertText(alert, context);
  const severity = t(`weather.alerts.severity.${levelOf(alert)}`);
  const time = `${format.weekdayAt(alert.ends_at, timeZone)} ${format.time(alert.ends_at, timeZone)}`;
  const key = alert.origin === 'issued' ? 'voice.issued' : 'voice.hazard';
  return `${t(key, { severity, title })} ${t('weather.alerts.until', { time })}.`;
}

export function describeAlerts(alerts: Alerts, context: FormatContext): string[] {
  return mostImportantFirst(alerts.items).map((alert) => describeAlert(alert, context));
}

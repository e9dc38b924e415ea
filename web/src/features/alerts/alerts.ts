/** Alerts in force at a place: their types, their order and how severe they are. */
import type { components } from '../../api/schema.d.ts';
import { type AlertLevel, alertRanks } from '../../ui/status/alertLevel.ts';

type Schemas = components['schemas'];
export type Alert = Schemas['Alert'];
export type Alerts = Schemas['Alerts'];

/** The authority's "extreme" is shown apart from "severe"; our own hazards have no such level. */
export function levelOf({ severity, cap_severity }: Alert): AlertLevel {
  return severity === 'severe' && cap_severity === 'extreme' ? 'extreme' : severity;
}

/** Most severe first; at the same severity issued alerts before computed ones, then the earlier. */
export function mostImportantFirst(alerts: Alert[]): Alert[] {
  return alerts.toSorted(
    (a, b) =>
      alertRanks[levelOf(b)] - alertRanks[levelOf(a)] ||
      Number(a.origin === 'computed') - Number(b.origin === 'computed') ||
      a.starts_at.localeCompare(b.starts_at),
  );
}

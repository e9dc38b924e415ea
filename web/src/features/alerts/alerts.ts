/** Alerts in force at a place: their types, their order and their icons. */
import type { components } from '../../api/schema.d.ts';
import type { IconName } from '../../ui/Icon.tsx';

type Schemas = components['schemas'];
export type Severity = Schemas['Severity'];
export type Alert = Schemas['Alert'];
export type Alerts = Schemas['Alerts'];

export const severityIcons: Record<Severity, IconName> = {
  info: 'info',
  moderate: 'warning',
  severe: 'danger',
};

const ranks: Record<Severity, number> = { severe: 0, moderate: 1, info: 2 };

/** Most severe first; at the same severity issued alerts before computed ones, then the earlier. */
export function mostImportantFirst(alerts: Alert[]): Alert[] {
  return alerts.toSorted(
    (a, b) =>
      ranks[a.severity] - ranks[b.severity] ||
      Number(a.origin === 'computed') - Number(b.origin === 'computed') ||
      a.starts_at.localeCompare(b.starts_at),
  );
}

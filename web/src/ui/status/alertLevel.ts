/** How severe an alert is, with its rank and its icon: the same in the strip, the hours and the notifications. */
import type { IconName } from '../Icon.tsx';

export type AlertLevel = 'info' | 'moderate' | 'severe' | 'extreme';

export const alertRanks: Record<AlertLevel, number> = {
  info: 0,
  moderate: 1,
  severe: 2,
  extreme: 3,
};

export const alertIcons: Record<AlertLevel, IconName> = {
  info: 'info',
  moderate: 'warning',
  severe: 'danger',
  extreme: 'extreme',
};

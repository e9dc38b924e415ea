/** When alerts are in force, so that strip, chart and dial can mark the hours. The page fills it; this feature knows no alerts. */
import { createContext } from 'react';
import { alertRanks } from '../../../ui/status/alertLevel.ts';
import { type Hour, type HourAlert, hourEnd } from '../report.ts';

export interface AlertPeriod extends HourAlert {
  startsAt: string;
  endsAt: string;
}

export const AlertPeriodsContext = createContext<readonly AlertPeriod[]>([]);

/** The most severe alert that is in force during an hour, or a part of it; the first one of several. */
export function alertIn(
  hour: Pick<Hour, 'time'>,
  periods: readonly AlertPeriod[],
): HourAlert | null {
  const from = Date.parse(hour.time);
  const until = hourEnd(hour).getTime();
  let worst: AlertPeriod | null = null;
  for (const period of periods) {
    const isInForce = Date.parse(period.startsAt) < until && Date.parse(period.endsAt) > from;
    if (isInForce && (!worst || alertRanks[period.level] > alertRanks[worst.level])) worst = period;
  }
  return worst && { level: worst.level, label: worst.label };
}

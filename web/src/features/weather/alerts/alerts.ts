/** Warnings as the page shows them: who says so, how grave, until when; and how well this place is covered at all. */
import { dataOf, type Unavailable } from '../report.ts';

export type Severity = 'info' | 'moderate' | 'severe';

export interface Alert {
  id: string;
  /** An authority's warning, or a notice Halcyon computed from the forecast: never to be mistaken for each other. */
  origin: 'issued' | 'computed';
  severity: Severity;
  title: string;
  description: string;
  /** What to do. */
  instruction: string | null;
  /** The authority's name. */
  issuer: string | null;
  starts_at: string;
  ends_at: string | null;
  url: string | null;
}

export interface Alerts {
  /**
   * `covered`: the items are all there is. `no_service`: nobody warns for this place. `outdated`: the service did not
   * answer since `updated_at`. `unmatched`: warnings are in force in this country that cannot be matched to this place.
   */
  coverage: 'covered' | 'no_service' | 'outdated' | 'unmatched';
  updated_at: string | null;
  items: Alert[];
}

/** Null while the server does not watch for warnings. */
export function alertsOf(section: Alerts | Unavailable): Alerts | null {
  return dataOf<Alerts>(section);
}

const ranks: Record<Severity, number> = { severe: 0, moderate: 1, info: 2 };

/** The gravest first; of equal gravity an authority's before ours, then the earlier. */
export function mostImportantFirst(alerts: Alert[]): Alert[] {
  return alerts.toSorted(
    (a, b) =>
      ranks[a.severity] - ranks[b.severity] ||
      Number(a.origin === 'computed') - Number(b.origin === 'computed') ||
      a.starts_at.localeCompare(b.starts_at),
  );
}

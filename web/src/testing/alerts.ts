/** Builds alerts for tests. */
import type { Alert, Alerts } from '../features/alerts/alerts.ts';

export function buildAlert(change: Partial<Alert> = {}): Alert {
  return {
    id: 'a',
    origin: 'issued',
    severity: 'moderate',
    cap_severity: 'moderate',
    texts: [
      {
        language: 'en-GB',
        title: 'Wind gusts',
        description: 'Gusts up to 90 km/h from the west.',
        instruction: 'Keep away from trees.',
        area: 'Berlin',
      },
    ],
    hazard: null,
    attribution: null,
    sent_at: '2026-07-01T12:00:00Z',
    issuer: 'Deutscher Wetterdienst',
    starts_at: '2026-07-01T15:00:00Z',
    ends_at: '2026-07-01T19:00:00Z',
    url: 'https://www.dwd.de/',
    ...change,
  };
}

export const covered = (...items: Alert[]): Alerts => ({
  coverage: 'covered',
  updated_at: null,
  items,
  unmatched: [],
});

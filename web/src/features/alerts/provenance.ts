/** Who says that there are alerts. */
import type { FormatContext } from '../../units/formatContext.ts';
import type { Alert } from './alerts.ts';

/** Who says so, once for all of them: an official alert and one of our own are never mixed up. */
export function provenance(alerts: Alert[], { translation }: FormatContext): string {
  const { t } = translation;
  const issuers = alerts.flatMap(({ origin, issuer }) =>
    origin === 'issued' ? [issuer ?? ''] : [],
  );
  const issuer = [...new Set(issuers)].join(', ');
  if (issuers.length === 0) {
    return t(alerts.length === 1 ? 'weather.alerts.computed' : 'weather.alerts.computedMany');
  }
  const isMixed = issuers.length < alerts.length;
  return t(isMixed ? 'weather.alerts.mixed' : 'weather.alerts.issuedBy', { issuer });
}

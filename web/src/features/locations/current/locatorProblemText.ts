/** The message that explains why the device's position is not known. */
import type { TextKey } from '../../../i18n/texts.ts';
import type { LocatorProblem, LocatorState } from '../../../platform/geolocation/state.ts';

const texts: Record<LocatorProblem, TextKey> = {
  deniedNow: 'geolocation.deniedNow',
  deniedBefore: 'geolocation.deniedBefore',
  timedOutLater: 'geolocation.timedOutLater',
  timedOutDismissed: 'geolocation.timedOutDismissed',
  noServices: 'geolocation.noServices',
  unsupported: 'geolocation.unsupported',
  failed: 'geolocation.failed',
  unavailable: 'geolocation.unavailable',
  timedOut: 'geolocation.timedOut',
  notGranted: 'geolocation.notGranted',
  noPosition: 'geolocation.noPosition',
};

export function locatorProblemText(
  problem: LocatorState['problem'],
  t: (key: TextKey, values?: Record<string, string>) => string,
): string | null {
  return problem && t(texts[problem.name], { status: problem.status ?? '' });
}

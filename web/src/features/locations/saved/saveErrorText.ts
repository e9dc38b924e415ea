/** Which sentence tells that a change to the saved places failed: ours where we know why, else the one of the change. */
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import type { TextKey } from '../../../i18n/texts.ts';

const firstServerFault = 500;

export function saveErrorText(error: Error, otherwise: TextKey): TextKey {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.status === 401) return 'locations.authenticationRequired';
  const isKnown = error.status < firstServerFault && error.code !== 'unknown';
  return isKnown ? errorText(error) : otherwise;
}

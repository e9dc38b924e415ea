/** The message for a failed change to the saved places: specific where the cause is known, else the fallback. */
import { ApiError } from '../../../api/errors.ts';
import { errorText } from '../../../api/errorText.ts';
import type { TextKey } from '../../../i18n/texts.ts';

const firstServerError = 500;

export function saveErrorText(error: Error, fallback: TextKey): TextKey {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 401) return 'locations.authenticationRequired';
  const isKnown = error.status < firstServerError && error.code !== 'unknown';
  return isKnown ? errorText(error) : fallback;
}

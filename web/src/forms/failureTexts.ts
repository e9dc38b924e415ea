/** The texts of a failed request: a headline and the reason. Without a session, only that is said. */
import { isSessionGone } from '../api/errors.ts';
import { errorText } from '../api/errorText.ts';
import type { TextKey } from '../i18n/texts.ts';

interface FailureTexts {
  title: string;
  detail: string | null;
}

export function failureTexts(
  error: Error,
  failure: TextKey,
  t: (key: TextKey) => string,
): FailureTexts {
  return isSessionGone(error)
    ? { title: t('profile.authenticationRequired'), detail: null }
    : { title: t(failure), detail: t(errorText(error)) };
}

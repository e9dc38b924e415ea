/** The title of an alert. */
import type { FormatContext } from '../../units/formatContext.ts';
import type { Alert } from './alerts.ts';
import { alertText, translatedType } from './alertText.ts';

/** The type in the user's language, if the authority's title is in another one, and that title in its own language. */
export function AlertTitle({ alert, context }: { alert: Alert; context: FormatContext }) {
  const text = alertText(alert, context);
  const type = translatedType(alert, context);
  return (
    <>
      {type && `${type} · `}
      <span lang={text.language}>{text.title}</span>
    </>
  );
}

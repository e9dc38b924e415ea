/** The name of a weather condition in the user's language. */
import type { Translation } from '../../../i18n/I18n.tsx';

/** A condition that this build does not know is shown as the server spells it. */
export function conditionName({ find }: Translation, condition: string): string {
  return find(`conditions.${condition}`) ?? condition.replaceAll('_', ' ');
}

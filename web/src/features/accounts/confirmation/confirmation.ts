/** Sensitive actions need a recent sign-in: an action that the server refuses for that is repeated after a confirmation. */
import { createContext, use } from 'react';
import { isReauthRequired } from '../../../api/errors.ts';

type Ask = () => Promise<boolean>;

/** Without a dialog around it, nothing can be confirmed. */
export const ConfirmationContext = createContext<Ask>(async () => false);

/** Runs an action; if it needs a confirmation and gets one, once more. */
export function useConfirmed(): <T>(action: () => Promise<T>) => Promise<T> {
  const ask = use(ConfirmationContext);
  return async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!isReauthRequired(error) || !(await ask())) throw error;
      return action();
    }
  };
}

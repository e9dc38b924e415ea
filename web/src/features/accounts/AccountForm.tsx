/** The frame of both sign-in forms: fields, what went wrong, one button, sent by Enter. */
import type { ReactNode } from 'react';
import { errorText } from '../../api/errorText.ts';
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Stack.tsx';
import styles from './AccountForm.module.css';

interface AccountFormProps {
  submitLabel: string;
  /** What the server said; field errors stand beside their fields instead. */
  error: Error | null;
  isPending: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

export function AccountForm({
  submitLabel,
  error,
  isPending,
  onSubmit,
  children,
}: AccountFormProps) {
  const { t } = useTranslation();
  const { error: sessionProblem } = useAuth();
  const problem = error ? t(errorText(error)) : storageProblem();

  function storageProblem(): string | null {
    return sessionProblem === 'storageIssue' ? t('errors.storageIssue') : null;
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        <div role="alert" className={styles.problem}>
          {problem}
        </div>
        {children}
        <Button type="submit" isPending={isPending} pendingLabel={t('auth.form.sending')}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}

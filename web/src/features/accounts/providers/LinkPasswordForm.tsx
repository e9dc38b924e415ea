/** Asks for the password that connects a provider to an account. */
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { TextKey } from '../../../i18n/texts.ts';
import { PasswordInput } from '../PasswordInput.tsx';

export interface LinkPasswordFormProps {
  text: string;
  failure: TextKey;
  error: Error | null;
  isPending: boolean;
  onPassword: (password: string) => void;
}

export function LinkPasswordForm({
  text,
  failure,
  error,
  isPending,
  onPassword,
}: LinkPasswordFormProps) {
  const { t } = useTranslation();
  const form = useForm({ password: '' }, check, error);
  return (
    <>
      <p>{text}</p>
      <Form
        submitLabel={t('auth.provider.connect')}
        failure={failure}
        error={error}
        isPending={isPending}
        onSubmit={() => form.submit(({ password }) => onPassword(password))}
      >
        <PasswordInput
          value={form.values.password}
          onChange={(password) => form.set({ password })}
          error={form.problem('password')}
        />
      </Form>
    </>
  );
}

function check({ password }: { password: string }) {
  return { password: password === '' ? ('auth.passwordRequired' as const) : undefined };
}

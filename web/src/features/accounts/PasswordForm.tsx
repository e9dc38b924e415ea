/** A form with the password of the account as its only field. */
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/useForm.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { PasswordInput } from './PasswordInput.tsx';

export interface PasswordFormProps {
  submitLabel: string;
  failure: TextKey;
  error: Error | null;
  isPending: boolean;
  onPassword: (password: string) => void;
}

export function PasswordForm({
  submitLabel,
  failure,
  error,
  isPending,
  onPassword,
}: PasswordFormProps) {
  const form = useForm({ password: '' }, check, error);
  return (
    <Form
      submitLabel={submitLabel}
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
  );
}

function check({ password }: { password: string }) {
  return { password: password === '' ? ('auth.passwordRequired' as const) : undefined };
}

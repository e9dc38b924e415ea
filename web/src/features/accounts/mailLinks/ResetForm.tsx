/** Sets a new password with the link from a mail. */
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { useNavigate } from '../../../navigation/navigation.ts';
import { paths } from '../../../paths.ts';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { ForgotPassword } from '../ForgotPassword.tsx';
import { useResetPassword } from '../mutations.ts';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { checkPasswords } from '../validation.ts';

export function ResetForm({ token }: { token: string | null }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const reset = useResetPassword();
  const form = useForm({ password: '', confirmPassword: '' }, checkPasswords, reset.error);
  const requestAgain = <ForgotPassword label={t('reset.askAgain')} look="secondary" email="" />;

  if (token === null) {
    return (
      <Stack>
        <p>{t('reset.noToken')}</p>
        {requestAgain}
      </Stack>
    );
  }
  function handleDone() {
    toasts.add({ level: 'app', text: t('reset.done') });
    navigate(paths.login);
  }
  return (
    <Stack>
      <p>{t('reset.text')}</p>
      <Form
        submitLabel={t('reset.save')}
        failure="reset.failed"
        error={reset.error}
        isPending={reset.isPending}
        onSubmit={() =>
          form.submit(({ password }) =>
            reset.mutate({ token, password }, { onSuccess: handleDone }),
          )
        }
      >
        <NewPasswordFields
          label={t('reset.newPassword')}
          values={form.values}
          onChange={form.set}
          error={form.problem('password')}
          confirmError={form.problem('confirmPassword')}
        />
      </Form>
      {reset.isError && requestAgain}
    </Stack>
  );
}

/** A button and dialog that request a link to reset the password. */
import { useState } from 'react';
import { useHasMail } from '../../api/config.ts';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmailField } from './EmailField.tsx';
import { useForgotPassword } from './mutations.ts';
import { checkForgotten } from './validation.ts';

interface ForgotPasswordProps {
  label: string;
  look?: 'quiet' | 'secondary';
  /** The address that was typed into the form behind the dialog. */
  email: string;
}

export function ForgotPassword({ label, look = 'quiet', email }: ForgotPasswordProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const hasMail = useHasMail();
  const handleClose = () => setIsOpen(false);
  return (
    <>
      <Button look={look} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={handleClose}
        title={t('auth.forgot.title')}
        actions={
          <Button look="secondary" onClick={handleClose}>
            {t('app.close')}
          </Button>
        }
      >
        {hasMail ? <ForgotForm email={email} /> : <p>{t('auth.forgot.noMail')}</p>}
      </Dialog>
    </>
  );
}

function ForgotForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const forgot = useForgotPassword();
  const form = useForm({ email }, checkForgotten, forgot.error);
  if (forgot.isSuccess) return <p role="status">{t('auth.resetSent')}</p>;
  return (
    <>
      <p>{t('auth.forgot.text')}</p>
      <Form
        submitLabel={t('auth.forgot.send')}
        failure="auth.resetFailed"
        error={forgot.error}
        isPending={forgot.isPending}
        onSubmit={() => form.submit((values) => forgot.mutate(values.email))}
      >
        <EmailField
          value={form.values.email}
          onChange={(changed) => form.set({ email: changed })}
          error={form.problem('email')}
        />
      </Form>
    </>
  );
}

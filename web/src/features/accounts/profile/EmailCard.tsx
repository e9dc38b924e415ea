/** The e-mail address of the account: whether it is confirmed, and a form to change it. */
import { useHasMail } from '../../../api/config.ts';
import type { User } from '../../../api/session/types.ts';
import { checkEmail, type FieldErrors } from '../../../forms/checks.ts';
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { EmailField } from '../EmailField.tsx';
import { ResendVerification } from '../ResendVerification.tsx';
import { useUpdateProfile } from './mutations.ts';
import styles from './Profile.module.css';

export function EmailCard({ user }: { user: User }) {
  const { t } = useTranslation();
  // Without mail an address can be neither confirmed nor changed.
  const hasMail = useHasMail();
  return (
    <Card title={t('profile.email.title')}>
      <Stack>
        <div>
          <p className={styles.value}>{user.email ?? t('profile.email.none')}</p>
          {hasMail && user.email && <Confirmation isConfirmed={user.email_verified} />}
        </div>
        {user.email && user.needs_verification && (
          <div>
            <ResendVerification email={user.email} />
          </div>
        )}
        {hasMail && (
          <Disclosure title={t('profile.email.change')}>
            <EmailForm user={user} />
          </Disclosure>
        )}
      </Stack>
    </Card>
  );
}

function Confirmation({ isConfirmed }: { isConfirmed: boolean }) {
  const { t } = useTranslation();
  return (
    <p className={styles.state} data-good={isConfirmed || undefined}>
      <Icon name={isConfirmed ? 'check' : 'info'} size={1.1} />
      {t(isConfirmed ? 'profile.email.confirmed' : 'profile.email.unconfirmed')}
    </p>
  );
}

function EmailForm({ user }: { user: User }) {
  const { t } = useTranslation();
  const update = useUpdateProfile();
  const form = useForm({ email: '' }, check, update.error);
  const { values, set, problem } = form;

  function check({ email }: { email: string }): FieldErrors<{ email: string }> {
    const isSame = email.trim().toLowerCase() === user.email?.toLowerCase();
    return { email: isSame ? 'profile.email.same' : checkEmail(email) };
  }

  if (update.isSuccess) {
    return <p role="status">{t('profile.email.sent', { email: values.email.trim() })}</p>;
  }
  return (
    <Form
      submitLabel={t('profile.email.change')}
      look="secondary"
      failure="profile.updateFailed"
      error={update.error}
      isPending={update.isPending}
      onSubmit={() => form.submit(({ email }) => update.mutate({ email: email.trim() }))}
    >
      <EmailField
        label={t('profile.email.new')}
        autoComplete="email"
        value={values.email}
        onChange={(email) => set({ email })}
        error={problem('email')}
      />
    </Form>
  );
}

/** Create an account with an e-mail address and a password or a passkey. */
import { useHasMail } from '../../../api/config.ts';
import { useAuth } from '../../../api/session/useSession.ts';
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../ui/actions/TextLink.tsx';
import { Checkbox } from '../../../ui/inputs/Checkbox.tsx';
import { Field } from '../../../ui/inputs/Field.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { EmailField } from '../EmailField.tsx';
import { useRegister, useResendVerification } from '../mutations.ts';
import { NewPasswordFields } from '../NewPasswordFields.tsx';
import { NoPasskeyMade, usePasskeySignUp } from '../passkeys/mutations.ts';
import { usePasskeys } from '../passkeys/usePasskeys.ts';
import { checkPasskeyRegistration, checkRegistration, type Registration } from '../validation.ts';

const empty: Registration = {
  email: '',
  password: '',
  confirmPassword: '',
  firstName: '',
  lastName: '',
  hasAgreed: false,
};

interface RegisterFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** From the link of an invitation. */
  invitation: string | null;
}

export function RegisterForm({ email, onEmailChange, invitation }: RegisterFormProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const resend = useResendVerification();
  const hasMail = useHasMail();
  const announceMail = (sentTo: string) => {
    if (!hasMail) return;
    toasts.add({
      level: 'app',
      text: t('verify.sentAfterRegistration', { email: sentTo }),
      action: { label: t('verify.resend'), onPress: () => resend.mutate() },
    });
  };
  const register = useRegister(invitation, (registered) => announceMail(registered.email));
  const passkey = usePasskeySignUp(invitation, announceMail);
  const isNotMade = passkey.error instanceof NoPasskeyMade;
  const error = isNotMade ? null : (passkey.error ?? register.error);
  const hasPasskeys = usePasskeys();
  const { error: sessionProblem } = useAuth();
  const form = useForm({ ...empty, email }, checkRegistration, error);
  const { values, set, problem } = form;

  return (
    <Form
      submitLabel={t('auth.form.register')}
      failure="auth.registrationFailed"
      error={error}
      note={note()}
      isPending={register.isPending}
      onSubmit={() => {
        passkey.reset();
        form.submit(register.mutate);
      }}
      other={
        hasPasskeys
          ? {
              label: t('auth.passkey.signUp'),
              isPending: passkey.isPending,
              onSubmit: () => {
                register.reset();
                form.submit(passkey.mutate, checkPasskeyRegistration);
              },
            }
          : undefined
      }
    >
      <Field
        label={t('auth.form.firstName')}
        name="firstName"
        autoComplete="given-name"
        value={values.firstName}
        onChange={(firstName) => set({ firstName })}
        error={problem('firstName', 'first_name')}
      />
      <Field
        label={t('auth.form.lastName')}
        name="lastName"
        autoComplete="family-name"
        value={values.lastName}
        onChange={(lastName) => set({ lastName })}
        error={problem('lastName', 'last_name')}
      />
      <EmailField
        value={values.email}
        onChange={(changed) => {
          set({ email: changed });
          onEmailChange(changed);
        }}
        error={problem('email')}
      />
      <NewPasswordFields
        label={t('auth.form.password')}
        values={values}
        onChange={set}
        error={problem('password')}
        confirmError={problem('confirmPassword')}
      />
      <div>
        <Checkbox
          name="hasAgreed"
          isChecked={values.hasAgreed}
          onChange={(hasAgreed) => set({ hasAgreed })}
          error={problem('hasAgreed')}
        >
          {t('auth.form.agree')}
        </Checkbox>
        <p>
          {t('auth.form.readTerms')} <TextLink to={paths.terms}>{t('auth.form.terms')}</TextLink>{' '}
          {t('auth.form.and')} <TextLink to={paths.privacy}>{t('pages.privacy')}</TextLink>
        </p>
      </div>
      <p>{t('auth.form.age')}</p>
    </Form>
  );

  function note(): string | undefined {
    if (isNotMade) return t('auth.passkey.notMade');
    return sessionProblem === 'storageIssue' ? t('errors.storageIssue') : undefined;
  }
}

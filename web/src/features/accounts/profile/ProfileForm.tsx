/** First name, last name and phone number. */
import type { User } from '../../../api/session/types.ts';
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Field } from '../../../ui/inputs/Field.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { useUpdateProfile } from './mutations.ts';

export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const update = useUpdateProfile();
  const { first_name, last_name, phone_number } = user;
  const form = useForm({ first_name, last_name, phone_number }, () => ({}), update.error);
  const { values, set, problem } = form;
  const handleSaved = () => toasts.add({ level: 'app', text: t('profile.name.saved') });

  return (
    <Card title={t('profile.name.title')}>
      <Form
        submitLabel={t('profile.name.save')}
        failure="profile.updateFailed"
        error={update.error}
        isPending={update.isPending}
        onSubmit={() =>
          form.submit((changes) => update.mutate(changes, { onSuccess: handleSaved }))
        }
      >
        <Field
          label={t('auth.form.firstName')}
          name="firstName"
          autoComplete="given-name"
          value={values.first_name}
          onChange={(changed) => set({ first_name: changed })}
          error={problem('first_name')}
        />
        <Field
          label={t('auth.form.lastName')}
          name="lastName"
          autoComplete="family-name"
          value={values.last_name}
          onChange={(changed) => set({ last_name: changed })}
          error={problem('last_name')}
        />
        <Field
          label={t('profile.name.phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          hint={t('profile.name.phoneHint')}
          value={values.phone_number}
          onChange={(changed) => set({ phone_number: changed })}
          error={problem('phone_number')}
        />
      </Form>
    </Card>
  );
}

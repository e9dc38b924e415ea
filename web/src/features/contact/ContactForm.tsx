/** The contact form; its draft is stored on the device until it is sent. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import { responseData } from '../../api/client.ts';
import type { User } from '../../api/session/types.ts';
import { useAuth } from '../../api/session/useSession.ts';
import { checkEmail, type FieldErrors } from '../../forms/checks.ts';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { readStored, writeStored } from '../../storage/store.ts';
import type { ContactDraft } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Field } from '../../ui/inputs/Field.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';

export function ContactForm() {
  const { t } = useTranslation();
  const { user } = useAuth();
  const [isSent, setIsSent] = useState(false);
  // Remounted when the session is known; what was typed meanwhile is in the draft.
  if (!isSent) return <MessageForm key={user?.id} user={user} onSent={() => setIsSent(true)} />;
  return (
    <Stack>
      <p role="status">{t('contact.sent')}</p>
      <div>
        <Button look="secondary" onClick={() => setIsSent(false)}>
          {t('contact.form.another')}
        </Button>
      </div>
    </Stack>
  );
}

function MessageForm({ user, onSent }: { user: User | null; onSent: () => void }) {
  const { t } = useTranslation();
  const api = useApi();
  const [honeypot, setHoneypot] = useState('');
  const send = useMutation({
    mutationFn: (message: ContactDraft) =>
      responseData(api.POST('/api/contact', { body: { ...message, website: honeypot } })),
  });
  const form = useForm(readStored('contactDraft') ?? blank(), check, send.error);
  const { values, problem } = form;

  function blank(): ContactDraft {
    const name = user ? `${user.first_name} ${user.last_name}`.trim() : '';
    return { name, email: user?.email ?? '', subject: '', message: '' };
  }
  function set(change: Partial<ContactDraft>) {
    form.set(change);
    writeStored('contactDraft', { ...values, ...change });
  }
  function handleSent() {
    writeStored('contactDraft', null);
    onSent();
  }

  return (
    <Form
      submitLabel={t('contact.form.send')}
      failure="contact.failed"
      error={send.error}
      isPending={send.isPending}
      onSubmit={() => form.submit((message) => send.mutate(message, { onSuccess: handleSent }))}
    >
      <Field
        label={t('contact.form.name')}
        name="name"
        autoComplete="name"
        value={values.name}
        onChange={(name) => set({ name })}
        error={problem('name')}
      />
      <Field
        label={t('contact.form.email')}
        name="email"
        type="email"
        autoComplete="email"
        value={values.email}
        onChange={(email) => set({ email })}
        error={problem('email')}
      />
      <Field
        label={t('contact.form.subject')}
        name="subject"
        autoComplete="off"
        value={values.subject}
        onChange={(subject) => set({ subject })}
        error={problem('subject')}
      />
      <Field
        label={t('contact.form.message')}
        name="message"
        isMultiline
        hint={t('contact.form.draft')}
        value={values.message}
        onChange={(message) => set({ message })}
        error={problem('message')}
      />
      {/* A honeypot: bots fill in every field, people do not see this one. */}
      <div hidden>
        <label>
          {t('contact.form.leaveEmpty')}
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={honeypot}
            onChange={(event) => setHoneypot(event.target.value)}
          />
        </label>
      </div>
    </Form>
  );
}

function check({ name, email, subject, message }: ContactDraft): FieldErrors<ContactDraft> {
  return {
    name: name.trim() === '' ? 'contact.nameRequired' : undefined,
    email: checkEmail(email),
    subject: subject.trim() === '' ? 'contact.subjectRequired' : undefined,
    message: message.trim() === '' ? 'contact.messageRequired' : undefined,
  };
}

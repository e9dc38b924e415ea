/** The form for a new token. The token is shown once, with a button that copies it. */
import { useState } from 'react';
import type { FieldErrors } from '../../forms/checks.ts';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { Checkbox } from '../../ui/inputs/Checkbox.tsx';
import { Field } from '../../ui/inputs/Field.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Copyable } from './Copyable.tsx';
import styles from './Integrations.module.css';
import { scopes, useCreateToken } from './tokens.ts';

interface Values {
  name: string;
  scopes: (typeof scopes)[number][];
}

export function NewApiToken() {
  const { t } = useTranslation();
  const [created, setCreated] = useState<string | null>(null);
  if (created === null) return <TokenForm onCreated={setCreated} />;
  return (
    <Stack>
      <Copyable
        label={t('settings.tokens.created')}
        text={created}
        hint={t('settings.tokens.shownOnce')}
      />
      <div>
        <Button look="secondary" onClick={() => setCreated(null)}>
          {t('settings.tokens.done')}
        </Button>
      </div>
    </Stack>
  );
}

function TokenForm({ onCreated }: { onCreated: (token: string) => void }) {
  const { t } = useTranslation();
  const create = useCreateToken();
  const form = useForm<Values>({ name: '', scopes: ['weather'] }, check, create.error);
  const { values, problem } = form;

  const toggle = (scope: Values['scopes'][number], isChecked: boolean) =>
    form.set({
      scopes: scopes.filter((one) => (one === scope ? isChecked : values.scopes.includes(one))),
    });

  return (
    <Form
      submitLabel={t('settings.tokens.create')}
      look="secondary"
      failure="settings.tokens.createFailed"
      error={create.error}
      isPending={create.isPending}
      onSubmit={() =>
        form.submit((body) => create.mutate(body, { onSuccess: ({ token }) => onCreated(token) }))
      }
    >
      <Field
        label={t('settings.tokens.name')}
        name="token-name"
        autoComplete="off"
        hint={t('settings.tokens.nameHint')}
        value={values.name}
        onChange={(name) => form.set({ name })}
        error={problem('name')}
      />
      <fieldset className={styles.scopes}>
        <legend>{t('settings.tokens.scopes')}</legend>
        {scopes.map((scope, index) => (
          <Checkbox
            key={scope}
            name={`scope-${scope}`}
            isChecked={values.scopes.includes(scope)}
            onChange={(isChecked) => toggle(scope, isChecked)}
            error={index === scopes.length - 1 ? problem('scopes') : undefined}
          >
            {t(`settings.tokens.scope.${scope}`)}
          </Checkbox>
        ))}
      </fieldset>
    </Form>
  );
}

function check({ name, scopes }: Values): FieldErrors<Values> {
  return {
    name: name.trim() === '' ? 'settings.tokens.nameRequired' : undefined,
    scopes: scopes.length === 0 ? 'settings.tokens.scopeRequired' : undefined,
  };
}

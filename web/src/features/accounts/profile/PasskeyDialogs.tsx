/** Rename and remove a passkey. */
import type { components } from '../../../api/schema.d.ts';
import { Form } from '../../../forms/Form.tsx';
import { failureTexts } from '../../../forms/failureTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Field } from '../../../ui/inputs/Field.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { useRemovePasskey, useRenamePasskey } from './signInMutations.ts';

export type Passkey = components['schemas']['PasskeyEntry'];

interface DialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RenamePasskey({ passkey, onClose }: DialogProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const rename = useRenamePasskey();
  const form = useForm({ name: passkey.name }, checkName, rename.error);

  function handleRenamed() {
    toasts.add({ level: 'app', text: t('profile.passkeys.renamed') });
    onClose();
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('profile.passkeys.renamePasskey', { name: passkey.name })}
      actions={
        <Button look="secondary" onClick={onClose}>
          {t('app.cancel')}
        </Button>
      }
    >
      <Form
        submitLabel={t('profile.passkeys.save')}
        failure="profile.passkeys.failed"
        error={rename.error}
        isPending={rename.isPending}
        onSubmit={() =>
          form.submit(({ name }) =>
            rename.mutate({ id: passkey.id, name: name.trim() }, { onSuccess: handleRenamed }),
          )
        }
      >
        <Field
          label={t('profile.passkeys.name')}
          name="name"
          autoComplete="off"
          value={form.values.name}
          onChange={(name) => form.set({ name })}
          error={form.problem('name')}
        />
      </Form>
    </Dialog>
  );
}

export function RemovePasskey({ passkey, onClose }: DialogProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const remove = useRemovePasskey();

  function handleRemoved() {
    toasts.add({ level: 'app', text: t('profile.passkeys.removed') });
    onClose();
  }
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={t('profile.passkeys.removePasskey', { name: passkey.name })}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button
            look="danger"
            isPending={remove.isPending}
            onClick={() => remove.mutate(passkey.id, { onSuccess: handleRemoved })}
          >
            {t('profile.passkeys.remove')}
          </Button>
        </>
      }
    >
      <p>{t('profile.passkeys.removeText')}</p>
      <Problem
        {...(remove.error
          ? failureTexts(remove.error, 'profile.passkeys.failed', t)
          : { title: undefined })}
      />
    </Dialog>
  );
}

function checkName({ name }: { name: string }) {
  return { name: name.trim() === '' ? ('profile.passkeys.nameRequired' as const) : undefined };
}

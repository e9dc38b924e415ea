/** Lists what will be lost with the account, and asks for a word to type. */
import type { FieldErrors } from '../../../forms/checks.ts';
import { Form } from '../../../forms/Form.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { Field } from '../../../ui/inputs/Field.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { useDeleteAccount } from './mutations.ts';
import styles from './Profile.module.css';

interface DeletionDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function DeletionDialog({ isOpen, onClose }: DeletionDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      title={t('profile.delete.ask')}
      actions={
        <Button look="secondary" onClick={onClose}>
          {t('app.cancel')}
        </Button>
      }
    >
      <p>{t('profile.delete.lost')}</p>
      <ul className={styles.lost}>
        <li>{t('profile.delete.lostProfile')}</li>
        <li>{t('profile.delete.lostPlaces')}</li>
        <li>{t('profile.delete.lostSettings')}</li>
        <li>{t('profile.delete.lostSignIns')}</li>
      </ul>
      <p>{t('profile.delete.noReturn')}</p>
      <DeletionForm />
    </Dialog>
  );
}

function DeletionForm() {
  const { t, language } = useTranslation();
  const toasts = useToasts();
  const deletion = useDeleteAccount(() =>
    toasts.add({ level: 'app', text: t('profile.delete.done') }),
  );
  const form = useForm({ word: '' }, check, deletion.error);
  const { values, set, problem } = form;
  const word = t('profile.delete.word');

  function check(typed: { word: string }): FieldErrors<{ word: string }> {
    const isRight = typed.word.trim().toLocaleLowerCase(language) === word;
    return { word: isRight ? undefined : 'profile.delete.wordWrong' };
  }

  return (
    <Form
      submitLabel={t('profile.delete.confirm')}
      look="danger"
      failure="profile.delete.failed"
      error={deletion.error}
      isPending={deletion.isPending}
      onSubmit={() => form.submit(() => deletion.mutate())}
    >
      <Field
        label={t('profile.delete.typeWord', { word })}
        name="confirmation"
        autoComplete="off"
        value={values.word}
        onChange={(typed) => set({ word: typed })}
        error={problem('word') && t('profile.delete.wordWrong', { word })}
      />
    </Form>
  );
}

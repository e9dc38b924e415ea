/** The form that adds or edits a place. It stays open until the server has answered, so that no input is lost. */
import { type ReactNode, useId } from 'react';
import type { FieldErrors } from '../../../forms/checks.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useForm } from '../../../forms/useForm.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { placeCategories } from '../../../storage/places.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Field } from '../../../ui/inputs/Field.tsx';
import { SegmentedControl } from '../../../ui/inputs/SegmentedControl.tsx';
import { Switch } from '../../../ui/inputs/Switch.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { PlaceEdit } from './placeEdit.ts';

interface PlaceFormProps {
  title: string;
  initial: PlaceEdit;
  /** Which place of this name it is. */
  region?: string | undefined;
  /** Why the last attempt failed. */
  failure: string | null;
  error: Error | null;
  isPending: boolean;
  /** A further action for the place. */
  extra: ReactNode;
  onSubmit: (edit: PlaceEdit) => void;
  onClose: () => void;
}

const maxNameLength = 100;

export function PlaceForm({
  title,
  initial,
  region,
  failure,
  error,
  isPending,
  extra,
  onSubmit,
  onClose,
}: PlaceFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const { values, set, problem, submit } = useForm<PlaceEdit>(initial, check, error);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            isPending={isPending}
            pendingLabel={t('auth.form.sending')}
          >
            {t('locations.form.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit((edit) => onSubmit({ ...edit, name: edit.name.trim() }));
        }}
      >
        <Stack>
          <Problem title={failure ?? undefined} />
          <Field
            label={t('locations.form.name')}
            name="name"
            autoComplete="off"
            value={values.name}
            {...(region && { hint: region })}
            error={problem('name')}
            onChange={(name) => set({ name })}
          />
          <SegmentedControl
            label={t('locations.form.category')}
            value={values.category}
            options={placeCategories.map((value) => ({
              value,
              label: t(`home.categories.${value}`),
            }))}
            onChange={(category) => set({ category })}
          />
          <div>
            <Switch
              label={t('locations.form.showOnHomepage')}
              hint={t('locations.form.showOnHomepageHint')}
              isOn={values.showOnHomepage}
              onChange={(showOnHomepage) => set({ showOnHomepage })}
            />
            <Switch
              label={t('locations.form.alerts')}
              hint={t('locations.form.alertsHint')}
              isOn={values.alertsEnabled}
              onChange={(alertsEnabled) => set({ alertsEnabled })}
            />
          </div>
          <div>{extra}</div>
        </Stack>
      </form>
    </Dialog>
  );
}

function check({ name }: PlaceEdit): FieldErrors<PlaceEdit> {
  if (name.trim() === '') return { name: 'locations.form.nameRequired' };
  return name.trim().length > maxNameLength ? { name: 'errors.field.tooLong' } : {};
}

/** The form of a saved place: changes it, or deletes it with an undo. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { useCreateLocation, useDeleteLocation, useUpdateLocation } from './mutations.ts';
import { PlaceForm } from './PlaceForm.tsx';
import { draftOfSaved } from './placeEdit.ts';
import type { Location } from './queries.ts';
import { saveErrorText } from './saveErrorText.ts';

interface EditPlaceProps {
  place: Location;
  onClose: () => void;
}

export function EditPlace({ place, onClose }: EditPlaceProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const update = useUpdateLocation();
  const handleDelete = useDeleteWithUndo(place);
  return (
    <PlaceForm
      title={t('locations.form.editTitle')}
      initial={draftOfSaved(place)}
      failure={update.error && t(saveErrorText(update.error, 'locations.updateFailed'))}
      error={update.error}
      isPending={update.isPending}
      extra={
        <Button
          look="secondary"
          onClick={() => {
            handleDelete();
            onClose();
          }}
        >
          {t('locations.form.delete')}
        </Button>
      }
      onSubmit={({ name, category, showOnHomepage, alertsEnabled }) =>
        update.mutate(
          { id: place.id, edit: { name, category, showOnHomepage, alertsEnabled } },
          {
            onSuccess: () => {
              toasts.add({ level: 'app', text: t('locations.updated') });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

/** The form is unmounted before the answer arrives, so this awaits promises instead of using mutation callbacks. */
function useDeleteWithUndo(place: Location): () => void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const remove = useDeleteLocation();
  const create = useCreateLocation();

  const fail = (error: unknown, fallback: 'locations.deleteFailed' | 'locations.saveFailed') => {
    const text = t(saveErrorText(error as Error, fallback));
    toasts.add({ level: 'app', isError: true, text });
  };

  async function undo() {
    try {
      await create.mutateAsync({ draft: draftOfSaved(place), position: place.position });
      toasts.add({ level: 'app', text: t('locations.saved') });
    } catch (error) {
      fail(error, 'locations.saveFailed');
    }
  }

  async function run() {
    try {
      await remove.mutateAsync(place.id);
      toasts.add({
        level: 'app',
        text: t('locations.deleted'),
        action: { label: t('settings.undo'), onPress: () => void undo() },
      });
    } catch (error) {
      fail(error, 'locations.deleteFailed');
    }
  }

  return () => void run();
}

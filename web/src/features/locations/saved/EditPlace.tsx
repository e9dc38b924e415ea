/** The form of a saved place: changes it, or deletes it with an undo. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import { Button } from '../../../ui/actions/Button.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { useCreateLocation, useDeleteLocation, useUpdateLocation } from './mutations.ts';
import { PlaceForm } from './PlaceForm.tsx';
import { draftOfSaved } from './placeEdit.ts';
import type { SavedLocation } from './savedLocation.ts';
import { saveErrorText } from './saveErrorText.ts';

interface EditPlaceProps {
  place: SavedLocation;
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
          look="dangerQuiet"
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

/** The form is unmounted before the answer arrives, so the callbacks belong to the mutations, not to the calls. */
function useDeleteWithUndo(place: SavedLocation): () => void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const showError = (fallback: 'locations.deleteFailed' | 'locations.saveFailed') => {
    return (error: Error) =>
      toasts.add({ level: 'app', isError: true, text: t(saveErrorText(error, fallback)) });
  };
  const create = useCreateLocation({
    onSuccess: () => toasts.add({ level: 'app', text: t('locations.saved') }),
    onError: showError('locations.saveFailed'),
  });
  const undo = () => create.mutate({ draft: draftOfSaved(place), position: place.position });
  const remove = useDeleteLocation({
    onSuccess: () =>
      toasts.add({
        level: 'app',
        text: t('locations.deleted'),
        action: { label: t('settings.undo'), onPress: undo },
      }),
    onError: showError('locations.deleteFailed'),
  });
  return () => remove.mutate(place.id);
}

/** Saves a place outside its form and shows the result as a toast. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { TextKey } from '../../../i18n/texts.ts';
import type { PlaceDraft } from '../../../storage/places.ts';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { isSamePlace } from '../samePlace.ts';
import { useCreateLocation } from './mutations.ts';
import { useSavedLocations } from './queries.ts';
import type { SavedLocation } from './savedLocation.ts';
import { saveErrorText } from './saveErrorText.ts';

interface SaveOptions {
  /** Shown when the place is saved. */
  savedText: TextKey;
  onSaved?: (place: SavedLocation) => void;
  onFailed?: () => void;
}

export function useSaveWithToast() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const saved = useSavedLocations();
  const create = useCreateLocation();

  function save(draft: PlaceDraft, { savedText, onSaved, onFailed }: SaveOptions): void {
    const fail = (key: TextKey) => {
      toasts.add({ level: 'app', isError: true, text: t(key) });
      onFailed?.();
    };
    if (saved.some((place) => isSamePlace(place, draft))) {
      fail('locations.alreadySaved');
      return;
    }
    create.mutate(
      { draft },
      {
        onSuccess: (place) => {
          toasts.add({ level: 'app', text: t(savedText) });
          onSaved?.(place);
        },
        onError: (error) => fail(saveErrorText(error, 'locations.saveFailed')),
      },
    );
  }

  return { save, isSaving: create.isPending };
}

/** Saving a place outside its form: a short word tells how it went. */
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { TextKey } from '../../../i18n/texts.ts';
import type { PlaceDraft } from '../../../storage/places.ts';
import { useToasts } from '../../../ui/toasts.ts';
import { isSamePlace } from '../samePlace.ts';
import { useCreateLocation } from './mutations.ts';
import { type Location, useSavedLocations } from './queries.ts';
import { saveErrorText } from './saveErrorText.ts';

interface SaveOptions {
  /** What is said when it went well. */
  done: TextKey;
  onSaved?: (place: Location) => void;
  onFailed?: () => void;
}

export function useSaveWithToast() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const saved = useSavedLocations();
  const create = useCreateLocation();

  function save(draft: PlaceDraft, { done, onSaved, onFailed }: SaveOptions): void {
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
          toasts.add({ level: 'app', text: t(done) });
          onSaved?.(place);
        },
        onError: (error) => fail(saveErrorText(error, 'locations.saveFailed')),
      },
    );
  }

  return { save, isSaving: create.isPending };
}

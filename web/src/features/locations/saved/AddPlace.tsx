/** The form of a place that is not saved yet. A visitor can look at it, and is shown the login when saving. */
import { useState } from 'react';
import { useAuth } from '../../../api/session/useSession.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { PlaceDraft } from '../../../storage/places.ts';
import { Button } from '../../../ui/Button.tsx';
import { useToasts } from '../../../ui/toasts.ts';
import { LoginDialog } from '../LoginDialog.tsx';
import { isSamePlace } from '../samePlace.ts';
import { useCreateLocation } from './mutations.ts';
import type { PlaceEdit } from './optimisticUpdates.ts';
import { PlaceForm } from './PlaceForm.tsx';
import { useSavedLocations } from './queries.ts';
import { saveErrorText } from './saveErrorText.ts';

interface AddPlaceProps {
  draft: PlaceDraft;
  onShow: () => void;
  onClose: () => void;
}

export function AddPlace({ draft, onShow, onClose }: AddPlaceProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { isAuthenticated } = useAuth();
  const saved = useSavedLocations();
  const create = useCreateLocation();
  const [wanted, setWanted] = useState<PlaceDraft | null>(null);
  const [isKnown, setIsKnown] = useState(false);

  function handleSubmit(edit: PlaceEdit) {
    const complete = { ...draft, ...edit };
    if (!isAuthenticated) return setWanted(complete);
    if (saved.some((place) => isSamePlace(place, draft))) return setIsKnown(true);
    create.mutate(
      { draft: complete },
      {
        onSuccess: () => {
          toasts.add({ level: 'app', text: t('locations.saved') });
          onClose();
        },
      },
    );
  }

  if (wanted) return <LoginDialog draft={wanted} onClose={onClose} />;
  return (
    <PlaceForm
      title={t('locations.form.addTitle')}
      initial={draft}
      failure={failure()}
      error={create.error}
      isPending={create.isPending}
      extra={
        <Button look="secondary" onClick={onShow}>
          {t('locations.form.showWeather')}
        </Button>
      }
      onSubmit={handleSubmit}
      onClose={onClose}
    />
  );

  function failure(): string | null {
    if (isKnown) return t('locations.alreadySaved');
    return create.error && t(saveErrorText(create.error, 'locations.saveFailed'));
  }
}

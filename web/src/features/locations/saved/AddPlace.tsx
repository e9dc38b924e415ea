/** The form of a place that is not saved yet. Visitors are led to the login when they save. */
import { useState } from 'react';
import { useAuth } from '../../../api/session/useSession.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import type { PlaceDraft } from '../../../storage/places.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { useToasts } from '../../../ui/overlays/toasts.ts';
import { LoginDialog } from '../LoginDialog.tsx';
import { isSamePlace } from '../samePlace.ts';
import { useCreateLocation } from './mutations.ts';
import { PlaceForm } from './PlaceForm.tsx';
import type { PlaceEdit } from './placeEdit.ts';
import { useSavedLocations } from './queries.ts';
import { saveErrorText } from './saveErrorText.ts';

interface AddPlaceProps {
  draft: PlaceDraft;
  region?: string | undefined;
  onShow: () => void;
  onClose: () => void;
}

export function AddPlace({ draft, region, onShow, onClose }: AddPlaceProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { isAuthenticated } = useAuth();
  const saved = useSavedLocations();
  const create = useCreateLocation();
  const [loginDraft, setLoginDraft] = useState<PlaceDraft | null>(null);
  const [isAlreadySaved, setIsAlreadySaved] = useState(false);

  function handleSubmit(edit: PlaceEdit) {
    const complete = { ...draft, ...edit };
    if (!isAuthenticated) return setLoginDraft(complete);
    if (saved.some((place) => isSamePlace(place, draft))) return setIsAlreadySaved(true);
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

  if (loginDraft) return <LoginDialog draft={loginDraft} onClose={onClose} />;
  return (
    <PlaceForm
      title={t('locations.form.addTitle')}
      initial={draft}
      region={region}
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
    if (isAlreadySaved) return t('locations.alreadySaved');
    return create.error && t(saveErrorText(create.error, 'locations.saveFailed'));
  }
}

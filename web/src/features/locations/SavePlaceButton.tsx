/** Saves the place whose weather is shown, with one press; visitors are led to the login. */
import { lazy, Suspense, useState } from 'react';
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { createDraft } from '../../storage/places.ts';
import type { Place } from '../../storage/values.ts';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { isSamePlace } from './samePlace.ts';
import { useSavedList } from './saved/queries.ts';
import { useSaveWithToast } from './saved/useSaveWithToast.ts';

const LoginDialog = lazy(async () => ({
  default: (await import('./LoginDialog.tsx')).LoginDialog,
}));

export function SavePlaceButton({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const { locations, isLoading } = useSavedList();
  const { save, isSaving } = useSaveWithToast();
  const [isLoginOpen, setIsLoginOpen] = useState(false);
  if (isLoading || locations.some((saved) => isSamePlace(saved, place))) return null;

  function handleSave() {
    if (isAuthenticated) save(createDraft(place), { savedText: 'locations.saved' });
    else setIsLoginOpen(true);
  }

  return (
    <>
      <IconButton
        icon="star"
        look="onSky"
        label={t('home.places.saveShort')}
        disabled={isSaving}
        onClick={handleSave}
      />
      <Suspense>
        {isLoginOpen && (
          <LoginDialog draft={createDraft(place)} onClose={() => setIsLoginOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

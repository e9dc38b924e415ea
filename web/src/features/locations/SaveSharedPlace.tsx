/** The button that saves a place opened by a link; visitors are led to the login. Loaded later, because few visits use it. */
import { useState } from 'react';
import { useAuth } from '../../api/session/useSession.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { createDraft } from '../../storage/places.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { LoginDialog } from './LoginDialog.tsx';
import { useSaveWithToast } from './saved/useSaveWithToast.ts';
import { useChoosePlace } from './useChoosePlace.ts';

export function SaveSharedPlace({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { isAuthenticated } = useAuth();
  const choose = useChoosePlace();
  const { save, isSaving } = useSaveWithToast();
  const [isLoginOpen, setIsLoginOpen] = useState(false);

  function handleSave() {
    if (!isAuthenticated) return setIsLoginOpen(true);
    save(createDraft(place), { savedText: 'locations.saved', onSaved: choose });
  }

  return (
    <>
      <Button isPending={isSaving} onClick={handleSave}>
        {t('home.shared.save')}
      </Button>
      {isLoginOpen && (
        <LoginDialog draft={createDraft(place)} onClose={() => setIsLoginOpen(false)} />
      )}
    </>
  );
}

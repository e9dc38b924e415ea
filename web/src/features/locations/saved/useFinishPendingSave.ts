/** Finishes a save that was interrupted by the login; if it fails, the form opens again. */
import { useEffect, useEffectEvent } from 'react';
import { useAuth } from '../../../api/session/useSession.ts';
import { createDraft, type PlaceDraft } from '../../../storage/places.ts';
import { writeStored } from '../../../storage/store.ts';
import { useStored } from '../../../storage/useStored.ts';
import { hourMs } from '../../../units/durations.ts';
import { useSaveWithToast } from './useSaveWithToast.ts';

/** Long enough for a registration with its confirmation mail; after that the save would be a surprise. */
const pendingSaveValidMs = hourMs;

export function useFinishPendingSave(onFailed: (draft: PlaceDraft) => void): void {
  const { isAuthenticated } = useAuth();
  const [pending] = useStored('pendingSave');
  const { save } = useSaveWithToast();

  const finish = useEffectEvent(() => {
    if (!pending) return;
    // Cleared first, so that it is saved only once.
    writeStored('pendingSave', null);
    if (Date.now() - pending.wantedAt > pendingSaveValidMs) return;
    const draft = createDraft(pending);
    save(draft, { savedText: 'locations.saved', onFailed: () => onFailed(draft) });
  });

  useEffect(() => {
    if (isAuthenticated && pending) finish();
  }, [isAuthenticated, pending]);
}

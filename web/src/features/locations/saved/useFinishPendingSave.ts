/** Finishes the save that somebody logged in for; what cannot be saved now comes back as a form. */
import { useEffect, useEffectEvent } from 'react';
import { useAuth } from '../../../api/session/useSession.ts';
import { draftOf, type PlaceDraft } from '../../../storage/places.ts';
import { writeStored } from '../../../storage/store.ts';
import { useStored } from '../../../storage/useStored.ts';
import { useSaveWithToast } from './useSaveWithToast.ts';

/** Long enough for a registration with its mail; later nobody expects it any more. */
const expectedForMs = 60 * 60_000;

export function useFinishPendingSave(onFailed: (draft: PlaceDraft) => void): void {
  const { isAuthenticated } = useAuth();
  const [pending] = useStored('pendingSave');
  const { save } = useSaveWithToast();

  const finish = useEffectEvent(() => {
    if (!pending) return;
    // First, so that it is saved once.
    writeStored('pendingSave', null);
    if (Date.now() - pending.wantedAt > expectedForMs) return;
    const draft = draftOf(pending);
    save(draft, { done: 'locations.saved', onFailed: () => onFailed(draft) });
  });

  useEffect(() => {
    if (isAuthenticated && pending) finish();
  }, [isAuthenticated, pending]);
}

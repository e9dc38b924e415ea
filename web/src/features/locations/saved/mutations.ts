/** Changes to the saved places. They are optimistic: shown at once and reverted when the request fails. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { responseData } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { nextTask } from '../../../scheduling/nextTask.ts';
import type { PlaceDraft } from '../../../storage/places.ts';
import { withDraft, withEdit, withMoved, without } from './optimisticUpdates.ts';
import { announceToOtherTabs, refreshSaved } from './otherTabs.ts';
import { bodyOfDraft, bodyOfEdit, type PlaceEdit } from './placeEdit.ts';
import { locationQueries } from './queries.ts';
import { type SavedLocation, savedLocation } from './savedLocation.ts';

/** Mutations of one scope run one after the other, so the server receives them in order. */
const scope = { id: 'locations' };
type LocationPatch = components['schemas']['LocationPatch'];

const mutationKey = ['locations'];

interface Change<V, R> {
  send: (variables: V) => Promise<R>;
  apply: (list: SavedLocation[], variables: V) => SavedLocation[];
}

/** Called also after the form is unmounted, and again when the request is repeated. */
interface Outcome {
  onSuccess?: () => void;
  onError?: (error: Error) => void;
}

function useChange<V, R>({ send, apply }: Change<V, R>, outcome: Outcome = {}) {
  const client = useQueryClient();
  const { queryKey } = locationQueries.saved(useApi());
  return useMutation({
    mutationKey,
    scope,
    mutationFn: async (variables: V) => {
      // After the event that caused it, so that the change is painted first.
      await nextTask();
      return send(variables);
    },
    onMutate: async (variables: V) => {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, apply(before, variables));
      return before;
    },
    onError: (error, _variables, before) => {
      client.setQueryData(queryKey, before);
      outcome.onError?.(error);
    },
    onSuccess: () => {
      announceToOtherTabs();
      outcome.onSuccess?.();
    },
    // While another change is queued, a fresh list would be shown without it.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? refreshSaved(client) : undefined),
  });
}

/** Absent fields stay unchanged; the generated type wrongly requires fields that have a default. */
function patchOf(part: Partial<LocationPatch>): LocationPatch {
  return part as LocationPatch;
}

interface NewPlace {
  draft: PlaceDraft;
  /** List position; at the end when it is absent. */
  position?: number;
}

export function useCreateLocation(outcome?: Outcome) {
  const api = useApi();
  const change = {
    send: async ({ draft, position }: NewPlace) => {
      const body = { ...bodyOfDraft(draft), ...(position !== undefined && { position }) };
      return savedLocation((await responseData(api.POST('/api/locations', { body }))).location);
    },
    apply: (list: SavedLocation[], { draft, position = list.length }: NewPlace) =>
      withDraft(list, draft, position, new Date()),
  };
  return useChange(change, outcome);
}

export function useUpdateLocation() {
  const api = useApi();
  return useChange({
    send: ({ id, edit }: { id: string; edit: PlaceEdit }) =>
      responseData(
        api.PUT('/api/locations/{id}', {
          params: { path: { id } },
          body: patchOf(bodyOfEdit(edit)),
        }),
      ),
    apply: (list, { id, edit }) => withEdit(list, id, edit),
  });
}

export function useMoveLocation() {
  const api = useApi();
  return useChange({
    send: ({ id, to }: { id: string; to: number }) =>
      responseData(
        api.PUT('/api/locations/{id}', {
          params: { path: { id } },
          body: patchOf({ position: to }),
        }),
      ),
    apply: (list, { id, to }) => withMoved(list, id, to),
  });
}

export function useDeleteLocation(outcome: Outcome) {
  const api = useApi();
  const change = {
    send: (id: string) =>
      responseData(api.DELETE('/api/locations/{id}', { params: { path: { id } } })),
    apply: without,
  };
  return useChange(change, outcome);
}

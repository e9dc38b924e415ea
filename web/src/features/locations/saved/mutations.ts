/** Changes to the saved places: seen at once, taken back with a word when the server does not follow. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { answerOf } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import type { PlaceDraft } from '../../../storage/places.ts';
import {
  bodyOfDraft,
  bodyOfEdit,
  type PlaceEdit,
  withDraft,
  withEdit,
  withMoved,
  without,
} from './optimisticUpdates.ts';
import { announceToOtherTabs, refreshSaved } from './otherTabs.ts';
import { type Location, locationQueries } from './queries.ts';

/** Changes run one after the other, so that the server sees them in the order they were made. */
const changes = { id: 'locations' };
type LocationPatch = components['schemas']['LocationPatch'];

const mutationKey = ['locations'];

interface Change<V, R> {
  send: (variables: V) => Promise<R>;
  apply: (list: Location[], variables: V) => Location[];
}

function useChange<V, R>({ send, apply }: Change<V, R>) {
  const client = useQueryClient();
  const { queryKey } = locationQueries.saved(useApi());
  return useMutation({
    mutationKey,
    scope: changes,
    mutationFn: send,
    onMutate: async (variables: V) => {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, apply(before, variables));
      return before;
    },
    onError: (_error, _variables, before) => {
      client.setQueryData(queryKey, before);
    },
    onSuccess: announceToOtherTabs,
    // While another change waits, an answer would show the list without it.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? refreshSaved(client) : undefined),
  });
}

/** What is absent stays as it is; the generated type takes each default for a duty. */
function patchOf(part: Partial<LocationPatch>): LocationPatch {
  return part as LocationPatch;
}

interface NewPlace {
  draft: PlaceDraft;
  /** Where in the order; at the end without it. */
  position?: number;
}

export function useCreateLocation() {
  const api = useApi();
  return useChange({
    send: async ({ draft, position }: NewPlace) => {
      const body = { ...bodyOfDraft(draft), ...(position !== undefined && { position }) };
      return (await answerOf(api.POST('/api/locations', { body }))).location;
    },
    apply: (list, { draft, position = list.length }) =>
      withDraft(list, draft, position, new Date()),
  });
}

export function useUpdateLocation() {
  const api = useApi();
  return useChange({
    send: ({ id, edit }: { id: string; edit: PlaceEdit }) =>
      answerOf(
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
      answerOf(
        api.PUT('/api/locations/{id}', {
          params: { path: { id } },
          body: patchOf({ position: to }),
        }),
      ),
    apply: (list, { id, to }) => withMoved(list, id, to),
  });
}

export function useDeleteLocation() {
  const api = useApi();
  return useChange({
    send: (id: string) => answerOf(api.DELETE('/api/locations/{id}', { params: { path: { id } } })),
    apply: without,
  });
}

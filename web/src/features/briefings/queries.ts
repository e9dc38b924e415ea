/** Briefings and thresholds of the user, and what changes them. Changes are shown at once and reverted if they fail. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { deviceTimeZone } from './deviceTimeZone.ts';

type Schemas = components['schemas'];
export type Briefing = Schemas['Briefing'];
export type Threshold = Schemas['Threshold'];
export type ThresholdKind = Schemas['ThresholdKind'];
/** What a user sets; the rest follows from it. */
export type BriefingChoice = Pick<Briefing, 'time' | 'days' | 'email' | 'push' | 'air'>;

const briefingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['briefings'],
    queryFn: async ({ signal }) =>
      (await responseData(api.GET('/api/briefings', { signal }))).briefings,
  });

const thresholdsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['thresholds'],
    queryFn: async ({ signal }) =>
      (await responseData(api.GET('/api/thresholds', { signal }))).places,
  });

/** Of all previews: they depend on the language and the units of the account. */
export const previewsKey = ['briefingPreview'];
const previewKey = (place: string) => [...previewsKey, place];

/** The preview of the next briefing; read again whenever the briefing changes. */
export function usePreview(place: string) {
  const api = useApi();
  const path = { location_id: place };
  return useQuery({
    queryKey: previewKey(place),
    queryFn: ({ signal }) =>
      responseData(api.GET('/api/briefings/{location_id}/preview', { params: { path }, signal })),
  });
}

/** The briefing of a place, `null` without one, and a function that sets it. */
export function useBriefing(
  place: string,
): [briefing: Briefing | null | undefined, save: (choice: BriefingChoice | null) => void] {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useSaveToasts();
  const { queryKey, ...query } = briefingsQuery(api);
  const { data } = useQuery({ queryKey, ...query });
  const params = { path: { location_id: place } };

  async function save(choice: BriefingChoice | null) {
    const before = client.getQueryData<Briefing[]>(queryKey) ?? [];
    const others = before.filter(({ location_id }) => location_id !== place);
    const timezone = deviceTimeZone();
    const shown = choice && { next_at: '', ...find(before, place), ...choice, timezone };
    client.setQueryData(queryKey, shown ? [...others, { ...shown, location_id: place }] : others);
    try {
      if (choice) {
        const body = { ...choice, timezone };
        const { briefing } = await responseData(
          api.PUT('/api/briefings/{location_id}', { params, body }),
        );
        client.setQueryData(queryKey, [...others, briefing]);
      } else {
        await responseData(api.DELETE('/api/briefings/{location_id}', { params }));
      }
      await client.invalidateQueries({ queryKey: previewKey(place) });
      toasts.saved();
    } catch {
      client.setQueryData(queryKey, before);
      toasts.failed(() => void save(choice));
    }
  }

  return [data && (find(data, place) ?? null), (choice) => void save(choice)];
}

/** The thresholds of a place, and a function that replaces them all. */
export function useThresholds(
  place: string,
): [thresholds: Threshold[] | undefined, save: (thresholds: Threshold[]) => void] {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useSaveToasts();
  const { queryKey, ...query } = thresholdsQuery(api);
  const { data } = useQuery({ queryKey, ...query });

  async function save(thresholds: Threshold[]) {
    const before = client.getQueryData<Schemas['PlaceThresholds'][]>(queryKey) ?? [];
    const others = before.filter(({ location_id }) => location_id !== place);
    client.setQueryData(queryKey, [...others, { location_id: place, thresholds }]);
    try {
      const params = { path: { location_id: place } };
      await responseData(
        api.PUT('/api/thresholds/{location_id}', { params, body: { thresholds } }),
      );
      toasts.saved();
    } catch {
      client.setQueryData(queryKey, before);
      toasts.failed(() => void save(thresholds));
    }
  }

  return [data && (find(data, place)?.thresholds ?? []), (list) => void save(list)];
}

const find = <T extends { location_id: string }>(list: T[], place: string): T | undefined =>
  list.find(({ location_id }) => location_id === place);

function useSaveToasts() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const id = 'settings';
  return {
    saved: () => toasts.add({ id, level: 'app', text: t('settings.saved') }),
    failed: (retry: () => void) =>
      toasts.add({
        id,
        level: 'app',
        isError: true,
        text: t('settings.saveFailed'),
        action: { label: t('app.retry'), onPress: retry },
      }),
  };
}

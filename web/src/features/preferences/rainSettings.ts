/** The settings about notifications before rain. They are in the account alone: nothing else of the page needs them. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../api/client.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';

export const rainFloors = ['any', 'moderate', 'heavy'] as const;

export interface RainSettings {
  notify: boolean;
  /** How long before the rain at most. */
  lead_minutes: number;
  floor: (typeof rainFloors)[number];
  /** In the place's local time, as `07:00`; equal times mean the whole day. */
  from: string;
  until: string;
}

/** As on the server. */
const defaults: RainSettings = {
  notify: false,
  lead_minutes: 20,
  floor: 'any',
  from: '00:00',
  until: '00:00',
};

const rainSettingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['rainSettings'],
    queryFn: async ({ signal }): Promise<RainSettings> => {
      const { preferences } = await responseData(api.GET('/api/user/preferences', { signal }));
      const set = Object.entries(preferences.rain ?? {}).filter(([, value]) => value !== null);
      return { ...defaults, ...Object.fromEntries(set) };
    },
  });

/** The settings, and a function that changes some of them at once and reverts the change if it cannot be saved. */
export function useRainSettings(): [
  RainSettings | undefined,
  (change: Partial<RainSettings>) => void,
] {
  const { t } = useTranslation();
  const toasts = useToasts();
  const api = useApi();
  const client = useQueryClient();
  const query = rainSettingsQuery(api);
  const { data } = useQuery(query);

  /** From what is known now: the page may not have been rendered since the last change. */
  async function save(change: Partial<RainSettings>) {
    const before = client.getQueryData(query.queryKey);
    if (!before) return;
    client.setQueryData(query.queryKey, { ...before, ...change });
    try {
      await api.POST('/api/user/preferences', { body: { rain: change } });
      const undo = { label: t('settings.undo'), onPress: () => void save(before) };
      toasts.add({ id: 'settings', level: 'app', text: t('settings.saved'), action: undo });
    } catch {
      client.setQueryData(query.queryKey, before);
      const retry = { label: t('app.retry'), onPress: () => void save(change) };
      const text = t('settings.saveFailed');
      toasts.add({ id: 'settings', level: 'app', isError: true, text, action: retry });
    }
  }

  return [data, (change) => void save(change)];
}

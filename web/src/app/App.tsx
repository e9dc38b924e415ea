/** The root component: creates the shared objects and provides them to all pages. */
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiContext } from '../api/ApiContext.ts';
import { createApi } from '../api/client.ts';
import { configQuery } from '../api/config.ts';
import { SessionContext } from '../api/session/useSession.ts';
import { clearPositionOfOtherUser } from '../features/locations/current/clearPosition.ts';
import { startFollowingOtherTabs } from '../features/locations/saved/otherTabs.ts';
import { I18nProvider } from '../i18n/I18n.tsx';
import type { Language } from '../i18n/language.ts';
import { regionOf } from '../i18n/region.ts';
import type { Texts } from '../i18n/texts.ts';
import { HistoryRouter } from '../navigation/HistoryRouter.tsx';
import { BridgeContext } from '../platform/BridgeContext.ts';
import type { NativeBridge } from '../platform/bridge.ts';
import { Locator } from '../platform/geolocation/Locator.ts';
import { LocatorContext } from '../platform/geolocation/LocatorContext.ts';
import type { LoadedQuery } from '../scheduling/preloadable.tsx';
import { offlineReportsCache } from '../storage/keys.ts';
import { writeStored } from '../storage/store.ts';
import { useAccessibility } from '../storage/useAccessibility.ts';
import { useStored } from '../storage/useStored.ts';
import { ToastContext, ToastStore } from '../ui/overlays/toasts.ts';
import { ErrorBoundary } from '../ui/status/ErrorBoundary.tsx';
import { SectionFallbackContext } from '../ui/status/SafeSection.tsx';
import { createQueryClient, resetLocationCache } from './queryClient.ts';
import { AppFallback, SectionFallback } from './shell/fallbacks.tsx';
import { Shell } from './shell/Shell.tsx';
import { applyAppearance } from './startup/appearance.ts';
import { type PageData, seedWeather } from './startup/pageData.ts';
import { WithSessionSync } from './startup/WithSessionSync.tsx';

/** What is known before the first rendering. */
type InitialData = Partial<PageData> & { loaded?: LoadedQuery | null };

interface AppProps {
  initial: { language: Language; texts: Texts } & InitialData;
  bridge: NativeBridge;
  reload?: () => void;
}

const reloadPage = () => location.reload();
const openPage = (url: string) => location.assign(url);
const storeLanguage = (language: Language) => writeStored('language', language);

export function App({ initial, bridge, reload = reloadPage }: AppProps) {
  const [parts] = useState(() => createParts(bridge, reload, initial));
  const { api, locator, queryClient, toasts } = parts;
  const [language] = useStored('language');
  const habits = useHabits();
  useAppearance();
  useEffect(() => startParts(parts), [parts]);

  return (
    <I18nProvider
      language={language ?? initial.language}
      initial={initial}
      habits={habits}
      onChange={storeLanguage}
    >
      <ErrorBoundary fallback={(error) => <AppFallback error={error} />}>
        <QueryClientProvider client={queryClient}>
          <BridgeContext value={bridge}>
            <LocatorContext value={locator}>
              <ApiContext value={api.client}>
                <SessionContext value={api.session}>
                  <WithSessionSync deps={parts.syncDeps}>
                    <ToastContext value={toasts}>
                      <SectionFallbackContext value={SectionFallback}>
                        <HistoryRouter>
                          <Shell />
                        </HistoryRouter>
                      </SectionFallbackContext>
                    </ToastContext>
                  </WithSessionSync>
                </SessionContext>
              </ApiContext>
            </LocatorContext>
          </BridgeContext>
        </QueryClientProvider>
      </ErrorBoundary>
    </I18nProvider>
  );
}

function createParts(bridge: NativeBridge, reload: () => void, sent: InitialData) {
  const queryClient = createQueryClient();
  const locator = new Locator(bridge);
  const resetLocations = () => {
    resetLocationCache(queryClient);
    clearPositionOfOtherUser();
    void globalThis.caches?.delete(offlineReportsCache);
    locator.reset();
  };
  const api = createApi({ reload, leave: openPage, resetLocations, known: sent.session });
  seedWeather(queryClient, api.client, sent.weather);
  if (sent.config) queryClient.setQueryData(configQuery(api.client).queryKey, sent.config);
  if (sent.loaded) queryClient.setQueryData(sent.loaded.queryKey, sent.loaded.data);
  return {
    api,
    locator,
    queryClient,
    toasts: new ToastStore(),
    syncDeps: { api: api.client, session: api.session, locator, bridge, queryClient },
  };
}

function startParts({ api, queryClient }: ReturnType<typeof createParts>): () => void {
  const stops = [startFollowingOtherTabs(queryClient, api.forgetReads), api.session.start()];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The formats of the browser's region, with the clock that the user chose. */
function useHabits() {
  const [{ timeFormat }] = useStored('units');
  return useMemo(() => ({ region: regionOf(navigator.languages), timeFormat }), [timeFormat]);
}

function useAppearance(): void {
  const [theme] = useStored('theme');
  const [accessibility] = useAccessibility();
  useEffect(() => {
    applyAppearance(document.documentElement, { theme, accessibility });
  }, [theme, accessibility]);
}

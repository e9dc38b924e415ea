/** `/settings`: language, units, appearance and notifications, saved immediately; briefings, feeds, embeds and access for programs. */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useAuth } from '../../api/session/useSession.ts';
import { previewsKey } from '../../features/briefings/queries.ts';
import { useSavedList } from '../../features/locations/saved/queries.ts';
import { searchOf } from '../../features/locations/sharedPlace.ts';
import { usePagePlace } from '../../features/locations/usePagePlace.ts';
import { LanguageSelect } from '../../features/preferences/LanguageSelect.tsx';
import { NotificationsForm } from '../../features/preferences/NotificationsForm.tsx';
import { preferencesSavedEvent } from '../../features/preferences/sync.ts';
import { ThemeSelect } from '../../features/preferences/ThemeSelect.tsx';
import { UnitsForm } from '../../features/preferences/UnitsForm.tsx';
import { useSaveToasts } from '../../features/preferences/useSaveToasts.ts';
import { PushControl } from '../../features/push/PushControl.tsx';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { SafeSection } from '../../ui/status/SafeSection.tsx';
import { Skeleton } from '../../ui/status/Skeleton.tsx';

const BriefingSettings = lazy(async () => ({
  default: (await import('../../features/briefings/BriefingSettings.tsx')).BriefingSettings,
}));
const PlaceFeeds = lazy(async () => ({
  default: (await import('../../features/integrations/PlaceFeeds.tsx')).PlaceFeeds,
}));
const EmbedCode = lazy(async () => ({
  default: (await import('../../features/integrations/EmbedCode.tsx')).EmbedCode,
}));
const ApiTokens = lazy(async () => ({
  default: (await import('../../features/integrations/ApiTokens.tsx')).ApiTokens,
}));

export default function Settings() {
  const { t } = useTranslation();
  const { user } = useAuth();
  const { locations, isLoading } = useSavedList();
  const chosen = usePagePlace();
  const places = locations.length > 0 || !chosen ? locations : [chosen];
  useSaveToasts();
  useFreshPreviews();
  return (
    <Page title={t('pages.settings')}>
      <Card title={t('settings.language.title')}>
        <Stack>
          <LanguageSelect />
          <UnitsForm />
        </Stack>
      </Card>
      <Card title={t('settings.look.title')}>
        <Stack>
          <ThemeSelect />
          <p>
            <TextLink to={paths.accessibility}>{t('pages.accessibility')}</TextLink>
          </p>
        </Stack>
      </Card>
      <Card title={t('settings.notifications.title')}>
        <Stack>
          <NotificationsForm pushControl={<PushControl />} />
          <p>
            <TextLink to={paths.notifications}>{t('settings.notifications.sent')}</TextLink>
          </p>
        </Stack>
      </Card>
      {user && (
        <>
          <Card title={t('settings.briefings.title')}>
            <SafeSection>
              <Suspense fallback={<Skeleton height="12rem" />}>
                {isLoading ? <Skeleton height="12rem" /> : <BriefingSettings places={locations} />}
              </Suspense>
            </SafeSection>
          </Card>
          <Card title={t('settings.feeds.title')}>
            <Suspense fallback={<Skeleton height="6rem" />}>
              <PlaceFeeds userId={user.id} places={locations} />
            </Suspense>
          </Card>
          <Card title={t('settings.embed.title')}>
            <Suspense fallback={<Skeleton height="24rem" />}>
              <EmbedCode
                places={places.map((place) => ({ name: place.name, search: searchOf(place) }))}
              />
            </Suspense>
          </Card>
          <Card title={t('settings.tokens.title')}>
            <Suspense fallback={<Skeleton height="12rem" />}>
              <ApiTokens userId={user.id} />
            </Suspense>
          </Card>
        </>
      )}
    </Page>
  );
}

/** A preview is in the language and units of the account, which may be changed on this page. */
function useFreshPreviews(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: previewsKey });
    window.addEventListener(preferencesSavedEvent, refresh);
    return () => window.removeEventListener(preferencesSavedEvent, refresh);
  }, [client]);
}

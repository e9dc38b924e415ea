/** `/glance`: the weather of one place, very large, for a tablet on the wall or e-paper. Needs no interaction. */
import { AlertLine } from '../../features/alerts/AlertLine.tsx';
import { useSavedList } from '../../features/locations/saved/queries.ts';
import { readSharedPlace } from '../../features/locations/sharedPlace.ts';
import { usePagePlace } from '../../features/locations/usePagePlace.ts';
import { GlanceView } from '../../features/weather/glance/GlanceView.tsx';
import { useWakeLock } from '../../features/weather/glance/useWakeLock.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useLocation } from '../../navigation/navigation.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { contentId } from '../../ui/layout/TopBar.tsx';

export default function Glance() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { locations, isLoading } = useSavedList();
  const chosen = usePagePlace();
  useWakeLock();
  // A screen on the wall is not about what was last looked at on it.
  const place = readSharedPlace(search) ?? locations[0] ?? (isLoading ? null : chosen);
  const isPaper = new URLSearchParams(search).get('theme') === 'paper';
  return (
    <Page title={place ? place.name : t('glance.title')} layout="full">
      {/* The target of the skip link, which the top bar has on other pages. */}
      <span id={contentId} tabIndex={-1} className="visually-hidden" />
      {place && (
        <GlanceView
          place={place}
          isPaper={isPaper}
          renderAlerts={({ alerts, place: { timezone } }) => (
            <AlertLine alerts={alerts.items} timeZone={timezone} />
          )}
        />
      )}
      {!place && !isLoading && <NoPlace />}
    </Page>
  );
}

function NoPlace() {
  const { t } = useTranslation();
  return (
    <>
      <h1>{t('glance.title')}</h1>
      <p>{t('glance.choose')}</p>
    </>
  );
}

/** `/air`: the air quality and pollen of a place; the place is that of the link, or the chosen one. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { usePagePlace } from '../../features/locations/usePagePlace.ts';
import { useSaveToasts } from '../../features/preferences/useSaveToasts.ts';
import { AirView } from '../../features/weather/air/AirView.tsx';
import { airQuery } from '../../features/weather/air/queries.ts';
import { useReportQuery } from '../../features/weather/queries.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/status/Skeleton.tsx';

export default function Air() {
  const { t } = useTranslation();
  const place = usePagePlace();
  useSaveToasts();
  return (
    <Page title={t('air.title')}>
      {place ? (
        <PlaceAir place={place} />
      ) : (
        <p>
          {t('accuracy.noPlace')} <TextLink to={paths.home}>{t('pages.soon.home')}</TextLink>
        </p>
      )}
    </Page>
  );
}

function PlaceAir({ place }: { place: Place }) {
  const { t } = useTranslation();
  const air = useQuery(airQuery(useApi(), place));
  // Its time zone; the dashboard has usually loaded it already.
  const weather = useQuery(useReportQuery()(place));
  const error = air.error ?? weather.error;
  return (
    <>
      <p>{t('air.intro', { place: place.name })}</p>
      {air.data && weather.data ? (
        <AirView report={air.data} timeZone={weather.data.place.timezone} now={new Date()} />
      ) : error ? (
        <>
          <p role="alert">{t('air.failed')}</p>
          <Button
            onClick={() => {
              void air.refetch();
              void weather.refetch();
            }}
          >
            {t('app.tryAgain')}
          </Button>
        </>
      ) : (
        <>
          <Skeleton height="14rem" />
          <Skeleton height="18rem" />
        </>
      )}
    </>
  );
}

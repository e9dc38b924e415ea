/** `/accuracy`: how accurate the forecasts of a place have been; the place is that of the link, or the chosen one. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import { usePagePlace } from '../../features/locations/usePagePlace.ts';
import { AccuracyView } from '../../features/weather/accuracy/AccuracyView.tsx';
import { accuracyQuery } from '../../features/weather/accuracy/queries.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { paths } from '../../paths.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/status/Skeleton.tsx';

export default function Accuracy() {
  const { t } = useTranslation();
  const place = usePagePlace();
  return (
    <Page title={t('accuracy.title')}>
      {place ? (
        <PlaceAccuracy place={place} />
      ) : (
        <p>
          {t('accuracy.noPlace')} <TextLink to={paths.home}>{t('pages.soon.home')}</TextLink>
        </p>
      )}
    </Page>
  );
}

function PlaceAccuracy({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(accuracyQuery(useApi(), place));
  return (
    <>
      <p>{t('accuracy.intro', { place: place.name })}</p>
      {data ? (
        <AccuracyView report={data} />
      ) : error ? (
        <>
          <p role="alert">{t('accuracy.failed')}</p>
          <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>
        </>
      ) : (
        <>
          <Skeleton height="12rem" />
          <Skeleton height="18rem" />
        </>
      )}
    </>
  );
}

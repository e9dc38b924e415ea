/** `/map`: the rain around a place; the place is that of the link, or the chosen one. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/ApiContext.ts';
import type { components } from '../../api/schema.d.ts';
import { isSamePlace } from '../../features/locations/samePlace.ts';
import { useSavedLocations } from '../../features/locations/saved/queries.ts';
import { searchOf } from '../../features/locations/sharedPlace.ts';
import { usePagePlace } from '../../features/locations/usePagePlace.ts';
import { areasQuery, rainQuery } from '../../features/map/queries.ts';
import { RainView } from '../../features/map/RainView.tsx';
import { useReportQuery } from '../../features/weather/queries.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { useNavigate } from '../../navigation/navigation.ts';
import { paths } from '../../paths.ts';
import type { Place } from '../../storage/values.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/status/Skeleton.tsx';

export default function MapPage() {
  const { t } = useTranslation();
  const place = usePagePlace();
  return (
    <Page title={t('map.title')} layout="wide">
      {place ? (
        <PlaceRain place={place} />
      ) : (
        <p>
          {t('accuracy.noPlace')} <TextLink to={paths.home}>{t('pages.soon.home')}</TextLink>
        </p>
      )}
    </Page>
  );
}

function PlaceRain({ place }: { place: Place }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const saved = useSavedLocations();
  const api = useApi();
  const { data, error, refetch } = useQuery(rainQuery(api, place));
  // The alerts of the place; the dashboard has usually loaded it already.
  const { data: weather } = useQuery(useReportQuery()(place));
  // Alerts of our own apply to the place itself and have no area.
  const issued = (weather?.alerts?.items ?? []).filter(({ origin }) => origin === 'issued');
  const { data: areas = noAreas } = useQuery(
    areasQuery(
      api,
      issued.map(({ id }) => id),
    ),
  );
  if (data) {
    return (
      <>
        <AlertList alerts={issued} search={searchOf(place)} />
        <RainView
          report={data}
          place={place}
          places={saved.filter((other) => !isSamePlace(other, place))}
          areas={areas}
          onChoose={(other) => navigate(`${paths.map}${searchOf(other)}`)}
        />
      </>
    );
  }
  if (!error) {
    return (
      <>
        <Skeleton height="12rem" />
        <Skeleton height="24rem" />
      </>
    );
  }
  return (
    <>
      <p role="alert">{t('map.failed')}</p>
      <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>
    </>
  );
}

type Alert = components['schemas']['Alert'];

const noAreas: never[] = [];

/** What the areas on the map are of; the dashboard has the whole texts. */
function AlertList({ alerts, search }: { alerts: Alert[]; search: string }) {
  const { t, language } = useTranslation();
  if (alerts.length === 0) return null;
  return (
    <section aria-label={t('weather.alerts.title')}>
      <ul>
        {alerts.map(({ id, texts }) => {
          const text = texts.find((one) => one.language.startsWith(language)) ?? texts[0];
          return (
            <li key={id} lang={text?.language}>
              {text?.title}
            </li>
          );
        })}
      </ul>
      <p>
        <TextLink to={`${paths.home}${search}`}>{t('map.alertTexts')}</TextLink>
      </p>
    </section>
  );
}

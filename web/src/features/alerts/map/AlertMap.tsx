/** A small still map of an alert's area: its outline, the place, a scale and north. The text below it says the same. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/ApiContext.ts';
import { type ApiClient, responseData } from '../../../api/client.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { compassPoint } from '../../../units/compass.ts';
import { minuteMs } from '../../../units/durations.ts';
import { useMeasures } from '../../../units/useMeasures.ts';
import styles from './AlertMap.module.css';
import {
  type Area,
  factsOf,
  frameOf,
  type Point,
  type Polygons,
  scaleBar,
} from './areaGeometry.ts';

interface AlertMapProps {
  /** Of the alert. */
  id: string;
  place: Point;
}

const areaQuery = (api: ApiClient, id: string) => ({
  queryKey: ['alertArea', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    responseData(api.GET('/api/alerts/{id}/area', { params: { path: { id } }, signal })),
  staleTime: 5 * minuteMs,
});

export function AlertMap({ id, place }: AlertMapProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery(areaQuery(useApi(), id));
  if (error) return <p className={styles.space}>{t('weather.alerts.map.failed')}</p>;
  if (!data) return <p className={styles.space}>{t('weather.alerts.map.loading')}</p>;
  // The authority names its area only in words, which are shown anyway.
  if (data.polygons.length === 0) return null;
  const area = { polygons: data.polygons, place };
  return (
    <figure className={styles.figure} aria-label={t('weather.alerts.map.title')}>
      <Drawing {...area} />
      <figcaption>
        <Description {...area} /> {!data.is_complete && t('weather.alerts.map.partial')}
      </figcaption>
    </figure>
  );
}

const size = { width: 320, height: 200 };
const margin = 22;
const maxBar = 110;

function Drawing(area: Area) {
  const measures = useMeasures();
  const { toMap, kilometresPerUnit, place } = frameOf(area, size, margin);
  const bar = scaleBar(kilometresPerUnit, maxBar);
  const [x, y] = place;
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.area} d={outlineOf(area.polygons, toMap)} fillRule="evenodd" />
      <circle className={styles.halo} cx={x} cy={y} r="8" />
      <circle className={styles.place} cx={x} cy={y} r="4.5" />
      <path className={styles.bar} d={`M12 ${size.height - 16}v6h${bar.units}v-6`} />
      <text className={styles.label} x={18 + bar.units} y={size.height - 10}>
        {measures.distance(bar.kilometres * 1_000)}
      </text>
      <path className={styles.north} d={`M${size.width - 18} 34V12m-5 7l5-7 5 7`} />
    </svg>
  );
}

function outlineOf(
  polygons: Polygons,
  toMap: (longitude: number, latitude: number) => [number, number],
): string {
  return polygons
    .flat()
    .map((ring) => {
      const points = ring.map(([longitude = 0, latitude = 0]) =>
        toMap(longitude, latitude)
          .map((value) => value.toFixed(1))
          .join(' '),
      );
      return `M${points.join('L')}Z`;
    })
    .join('');
}

function Description(area: Area) {
  const { t } = useTranslation();
  const measures = useMeasures();
  const { widthKilometres, heightKilometres, isInside, bearing } = factsOf(area);
  const extent = t('weather.alerts.map.size', {
    width: measures.distance(widthKilometres * 1_000),
    height: measures.distance(heightKilometres * 1_000),
  });
  if (bearing === null) return `${extent} ${t('weather.alerts.map.middle')}`;
  const direction = t(`weather.compass.${compassPoint(bearing)}`);
  return `${extent} ${t(`weather.alerts.map.${isInside ? 'inside' : 'outside'}`, { direction })}`;
}

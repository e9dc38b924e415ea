/** The towns around the place where it rains, as the picture shows them. */
import type { Place } from '../../storage/values.ts';
import type { Town } from './drawBase.ts';
import { type Point, wetTowns } from './nearby.ts';
import type { RainFrame } from './queries.ts';
import styles from './RainMap.module.css';
import { type RainContext, rateWord, whereText } from './rainText.ts';

interface NearbyRainProps {
  place: Place;
  towns: Town[];
  frame: RainFrame;
  context: RainContext;
  rateAt: (point: Point) => number | null | undefined;
}

export function NearbyRain({ place, towns, frame, context, rateAt }: NearbyRainProps) {
  const { t, format } = context.translation;
  // Nothing is said before the picture is there.
  if (!towns.some((town) => rateAt(town) !== undefined)) return null;
  const found = wetTowns(place, towns, rateAt);
  const time = format.time(frame.time, context.timeZone);
  return (
    <section className={styles.nearby} aria-labelledby="map-nearby">
      <h3 id="map-nearby">{t('map.nearby.title', { place: place.name, time })}</h3>
      {found.length === 0 ? (
        <p>{t('map.nearby.none')}</p>
      ) : (
        <ul>
          {found.map(({ town, rate, ...offset }) => (
            <li key={`${town.latitude} ${town.longitude}`}>
              {t('map.nearby.row', {
                town: town.name,
                ...whereText(offset, context),
                rain: rateWord(rate, context),
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

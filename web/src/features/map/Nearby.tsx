/** What the picture shows at the place and at the towns around it, in words: rain where there is some, otherwise every value. */
import { memo } from 'react';
import type { Place } from '../../storage/values.ts';
import type { Town } from './drawing/drawTowns.ts';
import type { MapFrame, Picture } from './drawing/picture.ts';
import { levelOf, rateOf } from './drawing/rainClass.ts';
import { fieldText } from './fieldText.ts';
import { nearbyTowns, type Point } from './nearby.ts';
import styles from './RainMap.module.css';
import { inSentence, type RainContext, rateWord, whereText } from './rainText.ts';

interface NearbyProps {
  place: Place;
  towns: Town[];
  picture: Picture;
  frame: MapFrame;
  context: RainContext;
  byteAt: (point: Point) => number | undefined;
}

export const Nearby = memo(function Nearby({
  place,
  towns,
  picture,
  frame,
  context,
  byteAt,
}: NearbyProps) {
  const { t, format } = context.translation;
  const { field } = picture;
  const rateAt = (point: Point) => rateOf(byteAt(point) ?? 0) ?? 0;
  const isNamed = (town: Town) =>
    field === 'rain' ? levelOf(rateAt(town)) >= 0 : (byteAt(town) ?? 0) !== 0;
  // Nothing is said before the picture is there.
  if (!towns.some((town) => byteAt(town) !== undefined)) return null;
  const found = nearbyTowns(place, towns, isNamed);
  const time = format.time(frame.time, context.timeZone);
  const valueAt = (point: Point) =>
    field === 'rain'
      ? inSentence(rateWord(rateAt(point), context), context)
      : fieldText(picture, byteAt(point), context);
  return (
    <section className={styles.nearby} aria-labelledby="map-nearby">
      <h3 id="map-nearby">{t(`map.nearby.${field}`, { place: place.name, time })}</h3>
      {field !== 'rain' && (
        <p>{t('map.nearby.here', { place: place.name, value: valueAt(place) })}</p>
      )}
      {field === 'rain' && found.length === 0 && <p>{t('map.nearby.none')}</p>}
      {found.length > 0 && (
        <ul>
          {found.map(({ town, ...offset }) => (
            <li key={`${town.latitude} ${town.longitude}`}>
              {t('map.nearby.row', {
                town: town.name,
                ...whereText(offset, context),
                rain: valueAt(town),
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});

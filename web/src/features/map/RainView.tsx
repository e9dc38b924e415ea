/** The rain around a place: a sentence, a table, and the map with its times. */
import { Fragment, useCallback, useMemo, useState } from 'react';
import { useStored } from '../../storage/useStored.ts';
import type { Place } from '../../storage/values.ts';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useFormatContext } from '../../units/formatContext.ts';
import type { Area } from './drawAreas.ts';
import type { RainFrame, RainReport } from './queries.ts';
import { RainLegend } from './RainLegend.tsx';
import styles from './RainMap.module.css';
import { RainMap } from './RainMap.tsx';
import { RainTable } from './RainTable.tsx';
import { RainTimeline } from './RainTimeline.tsx';
import { type RainContext, rainSentence } from './rainText.ts';

interface RainViewProps {
  report: RainReport;
  place: Place;
  places: Place[];
  /** Where the alerts of the place apply. */
  areas: readonly Area[];
  onChoose: (place: Place) => void;
}

const forecastStepMinutes = 10;

export function RainView({ report, place, places, areas, onChoose }: RainViewProps) {
  const [units] = useStored('units');
  const context = { ...useFormatContext(report.timezone), units };
  const { t, format } = context.translation;
  const frames = useMemo(() => shownFrames(report.frames), [report.frames]);
  const newest = frames.findLastIndex(({ kind }) => kind === 'past');
  // Null while the newest picture is shown, also when there is a newer one.
  const [chosen, setChosen] = useState<number | null>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const index = Math.min(chosen ?? newest, frames.length - 1);
  const frame = frames[index];
  const select = useCallback((next: number) => setChosen(next), []);
  const sentence = rainSentence(report, context);
  return (
    <div className={styles.columns}>
      <Card title={t('map.heading', { place: place.name })}>
        {report.kind === 'simulated' && <p className={styles.simulated}>{t('map.simulated')}</p>}
        {report.kind === 'model' && <p className={styles.simulated}>{t('map.model')}</p>}
        <p className={styles.sentence} role="status">
          {sentence}
        </p>
        {report.next.length > 0 && <RainTable report={report} context={context} />}
        {report.observed_at && (
          <p className={styles.note}>
            {t('map.observed', { time: format.time(report.observed_at, report.timezone) })}
          </p>
        )}
        <Attribution report={report} context={context} />
      </Card>
      {frame && (
        <Card title={t('map.picture.title')}>
          <RainMap
            key={`${place.latitude} ${place.longitude}`}
            report={report}
            frame={frame}
            ahead={isPlaying ? frames : none}
            place={place}
            places={places}
            areas={areas}
            summary={sentence}
            context={context}
            onChoose={onChoose}
          >
            <RainTimeline
              frames={frames}
              index={index}
              isPlaying={isPlaying}
              context={context}
              onSelect={select}
              onPlay={setIsPlaying}
            />
            <RainLegend context={context} />
          </RainMap>
        </Card>
      )}
    </div>
  );
}

function Attribution({ report, context }: { report: RainReport; context: RainContext }) {
  if (report.attribution.length === 0) return null;
  return (
    <p className={styles.note}>
      {context.translation.t('map.source', { names: '' }).trim()}{' '}
      {report.attribution.map(({ name, url }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {url ? <TextLink to={url}>{name}</TextLink> : name}
        </Fragment>
      ))}
    </p>
  );
}

const none: RainFrame[] = [];

/** Of the forecast, every second frame: what a radar measures is ten minutes apart as well. */
function shownFrames(frames: RainFrame[]): RainFrame[] {
  const minute = (time: string) => new Date(time).getUTCMinutes();
  const newest = frames.findLast(({ kind }) => kind === 'past');
  return frames.filter(
    ({ kind, time }) =>
      kind === 'past' ||
      (minute(time) - minute(newest?.time ?? time) + 60) % forecastStepMinutes === 0,
  );
}

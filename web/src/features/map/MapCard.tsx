/** The map with its times: rain by radar where there is some, otherwise by the model; temperature and wind by the model. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import type { Place } from '../../storage/values.ts';
import { classNames } from '../../ui/classNames.ts';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Attribution } from './Attribution.tsx';
import type { Area } from './drawing/drawAreas.ts';
import type { Field } from './drawing/fields.ts';
import { type MapFrame, modelPicture, type Picture, radarPicture } from './drawing/picture.ts';
import { type ModelMap, modelQuery, type RainReport } from './queries.ts';
import { RainLegend } from './RainLegend.tsx';
import styles from './RainMap.module.css';
import { RainMap } from './RainMap.tsx';
import { RainTimeline } from './RainTimeline.tsx';
import type { RainContext } from './rainText.ts';

interface MapCardProps {
  report: RainReport;
  place: Place;
  places: Place[];
  /** Where the alerts of the place apply. */
  areas: readonly Area[];
  /** The rain around the place, in words. */
  sentence: string;
  context: RainContext;
  onChoose: (place: Place) => void;
}

const fields: Field[] = ['rain', 'temperature', 'wind'];

export function MapCard({ report, place, context, ...others }: MapCardProps) {
  const { t } = context.translation;
  const [field, setField] = useState<Field>('rain');
  const radar = useMemo(() => radarPicture(report), [report]);
  const isModel = field !== 'rain' || !radar;
  const query = useQuery({ ...modelQuery(useApi(), place), enabled: isModel });
  const model = query.data;
  const picture = useMemo(() => {
    if (!isModel) return radar;
    return model ? modelPicture(field, model) : null;
  }, [isModel, radar, model, field]);
  // Rain stays until the other picture is there. Without any picture the words are enough.
  const shown = picture ?? radar;
  if (!shown) return null;
  return (
    <Card title={t('map.picture.title')}>
      <SegmentedControl
        label={t('map.field.label')}
        value={field}
        options={fields.map((value) => ({ value, label: t(`map.field.${value}`) }))}
        onChange={setField}
        isLabelHidden
      />
      {isModel && model && <ModelNote model={model} field={field} context={context} />}
      {!picture && (
        <p role="status">{t(query.isPending ? 'map.field.loading' : 'map.field.failed')}</p>
      )}
      <PictureInTime
        key={`${place.latitude} ${place.longitude}`}
        picture={shown}
        baseVersion={report.base_version}
        place={place}
        context={context}
        {...others}
      />
    </Card>
  );
}

/** What the picture is not: a measurement. */
function ModelNote({
  model,
  field,
  context,
}: {
  model: ModelMap;
  field: Field;
  context: RainContext;
}) {
  const { t, format } = context.translation;
  const words = field === 'rain' ? 'map.model' : 'map.field.model';
  return (
    <>
      <p className={classNames(styles.simulated, styles.fieldNote)}>
        {t(model.kind === 'simulated' ? 'map.field.simulated' : words)}
        {model.fetched_at &&
          ` · ${t('map.field.fetched', { time: format.time(model.fetched_at, context.timeZone) })}`}
      </p>
      <Attribution names={model.attribution} context={context} />
    </>
  );
}

interface PictureInTimeProps {
  picture: Picture;
  baseVersion: string;
  place: Place;
  places: Place[];
  areas: readonly Area[];
  sentence: string;
  context: RainContext;
  onChoose: (place: Place) => void;
}

function PictureInTime({ picture, sentence, context, ...map }: PictureInTimeProps) {
  const { t } = context.translation;
  const { frames, field, isModel } = picture;
  const newest = frames.findLastIndex(({ kind }) => kind === 'past');
  // Null while the newest picture is shown, also when there is a newer one. Radar and model have other times.
  const [last, setLast] = useState<{ isModel: boolean; index: number } | null>(null);
  const chosen = last?.isModel === isModel ? last.index : null;
  const [isPlaying, setIsPlaying] = useState(false);
  const index = Math.max(0, Math.min(chosen ?? newest, frames.length - 1));
  const select = useCallback((next: number) => setLast({ isModel, index: next }), [isModel]);
  const ahead = useMemo(() => {
    if (isPlaying) return frames;
    return chosen === null ? none : frames.filter((_, other) => Math.abs(other - index) === 1);
  }, [isPlaying, chosen, frames, index]);
  const frame = frames[index];
  if (!frame) return null;
  const place = map.place.name;
  const summary =
    field === 'rain'
      ? t('map.picture.label', { place, summary: sentence })
      : t(`map.picture.${field}`, { place });
  return (
    <RainMap
      {...map}
      picture={picture}
      frame={frame}
      ahead={ahead}
      summary={summary}
      context={context}
    >
      <RainTimeline
        picture={picture}
        index={index}
        isPlaying={isPlaying}
        context={context}
        onSelect={select}
        onPlay={setIsPlaying}
      />
      <RainLegend picture={picture} context={context} />
    </RainMap>
  );
}

const none: readonly MapFrame[] = [];

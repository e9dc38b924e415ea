/** The newest picture of the rain around a place, small and still; the sentence beside it says what it shows. */
import { useMemo, useRef } from 'react';
import type { Place } from '../../storage/values.ts';
import { classNames } from '../../ui/classNames.ts';
import type { Area } from './drawing/drawAreas.ts';
import { type MapFrame, type Picture, radarPicture } from './drawing/picture.ts';
import { useCanvasSize } from './drawing/useCanvasSize.ts';
import { useMapDrawing } from './drawing/useMapDrawing.ts';
import { viewAt } from './drawing/view.ts';
import box from './mapBox.module.css';
import type { RainReport } from './queries.ts';
import styles from './RainPreview.module.css';

const zoom = 5.6;
const noFrames: MapFrame[] = [];
const noAreas: Area[] = [];

export function StillMap({ report, place }: { report: RainReport; place: Place }) {
  const picture = useMemo(() => radarPicture(report), [report]);
  const frame = picture?.frames.findLast(({ kind }) => kind === 'past');
  if (!picture || !frame) return null;
  const shown = { picture, frame, place, baseVersion: report.base_version };
  return <StillPicture {...shown} />;
}

interface StillPictureProps {
  picture: Picture;
  frame: MapFrame;
  place: Place;
  baseVersion: string;
}

function StillPicture({ picture, frame, place, baseVersion }: StillPictureProps) {
  const { latitude, longitude } = place;
  const view = useMemo(() => viewAt(latitude, longitude, zoom), [latitude, longitude]);
  const parent = useRef<HTMLDivElement>(null);
  const size = useCanvasSize(parent);
  const { base, field, names } = useMapDrawing(parent, {
    picture,
    frame,
    ahead: noFrames,
    baseVersion,
    place,
    areas: noAreas,
    view,
    size,
  });
  return (
    <div ref={parent} className={classNames(box.box, styles.picture)} aria-hidden="true">
      <canvas ref={base} className={box.canvas} />
      <canvas ref={field} className={box.canvas} />
      <canvas ref={names} className={box.canvas} />
      <span className={classNames(box.marker, styles.marker)} />
    </div>
  );
}

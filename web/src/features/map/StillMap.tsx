/** The newest picture of the rain around a place, small and still; the sentence beside it says what it shows. */
import { useMemo, useRef } from 'react';
import type { Place } from '../../storage/values.ts';
import type { Area } from './drawAreas.ts';
import type { RainFrame, RainReport } from './queries.ts';
import styles from './RainPreview.module.css';
import { useCanvasSize } from './useCanvasSize.ts';
import { useMapDrawing } from './useMapDrawing.ts';
import { viewAt } from './view.ts';

const zoom = 5.6;
const noFrames: RainFrame[] = [];
const noAreas: Area[] = [];

export function StillMap({ report, place }: { report: RainReport; place: Place }) {
  const frame = report.frames.findLast(({ kind }) => kind === 'past');
  return frame ? <Picture report={report} place={place} frame={frame} /> : null;
}

interface PictureProps {
  report: RainReport;
  place: Place;
  frame: RainFrame;
}

function Picture({ report, place, frame }: PictureProps) {
  const { latitude, longitude } = place;
  const view = useMemo(() => viewAt(latitude, longitude, zoom), [latitude, longitude]);
  const box = useRef<HTMLDivElement>(null);
  const size = useCanvasSize(box);
  const { base, rain, names } = useMapDrawing(box, {
    report,
    frame,
    ahead: noFrames,
    place,
    areas: noAreas,
    view,
    size,
  });
  return (
    <div ref={box} className={styles.picture} aria-hidden="true">
      <canvas ref={base} className={styles.canvas} />
      <canvas ref={rain} className={styles.canvas} />
      <canvas ref={names} className={styles.canvas} />
      <span className={styles.marker} />
    </div>
  );
}

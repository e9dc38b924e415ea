/** What the map shows over time: the rain of a radar, or a field of the forecast model. */

import type { ModelMap, RainFrame, RainReport } from '../queries.ts';
import { type Field, fieldStyles } from './fields.ts';
import { dry } from './rainClass.ts';
import type { Frame } from './tilePainter.ts';

export type MapFrame = RainFrame;

export interface Picture {
  field: Field;
  isModel: boolean;
  zoom: { min: number; max: number };
  /** In order of time. */
  frames: MapFrame[];
  /** What an empty tile has everywhere. */
  emptyByte: number;
  frameOf: (frame: MapFrame) => Frame;
}

const forecastStepMinutes = 10;

/** Null where no radar has a picture. */
export function radarPicture({ source, frames, zoom }: RainReport): Picture | null {
  if (!source || frames.length === 0) return null;
  return {
    field: 'rain',
    isModel: false,
    zoom,
    frames: everyTenMinutes(frames),
    emptyByte: dry,
    frameOf: ({ id }) => ({ path: `/api/rain/tiles/${source}/${id}`, style: fieldStyles.rain }),
  };
}

/** Null where the model has nothing. */
export function modelPicture(field: Field, { frames, zoom }: ModelMap): Picture | null {
  if (frames.length === 0) return null;
  return {
    field,
    isModel: true,
    zoom,
    frames,
    // Dry, or no wind; an empty tile of temperatures does not occur.
    emptyByte: dry,
    frameOf: ({ id }) => ({ path: `/api/rain/model/${field}/${id}`, style: fieldStyles[field] }),
  };
}

/** Of the forecast, every second frame: what a radar measures is ten minutes apart as well. */
function everyTenMinutes(frames: RainFrame[]): RainFrame[] {
  const minute = (time: string) => new Date(time).getUTCMinutes();
  const newest = frames.findLast(({ kind }) => kind === 'past');
  return frames.filter(
    ({ kind, time }) =>
      kind === 'past' ||
      (minute(time) - minute(newest?.time ?? time) + 60) % forecastStepMinutes === 0,
  );
}

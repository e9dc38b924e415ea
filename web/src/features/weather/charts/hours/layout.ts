/** Dimensions of the hour chart in sixteenths of a rem: three panels on top of each other, one column per hour. */
import type { Hour } from '../../report.ts';

export const hourWidth = 60;
export const chartHeight = 400;
/** The axes are beside the columns and do not scroll with them. */
export const axesWidth = 52;

export const panelNames = ['temperature', 'precipitation', 'wind'] as const;
export type PanelName = (typeof panelNames)[number];

export interface Panel {
  top: number;
  bottom: number;
  /** There is nothing to draw; a line of text stands for the panel. */
  isEmpty: boolean;
}

const wind = { top: 308, bottom: 388, isEmpty: false };

/** Without precipitation its panel is one line, and the temperatures get the space: the chart keeps its height. */
export function panelsOf(hours: Hour[]): Record<PanelName, Panel> {
  const isDry = hours.every((hour) => !hour.precipitation);
  return isDry
    ? {
        temperature: { top: 30, bottom: 226, isEmpty: false },
        precipitation: { top: 262, bottom: 262, isEmpty: true },
        wind,
      }
    : {
        temperature: { top: 30, bottom: 160, isEmpty: false },
        precipitation: { top: 200, bottom: 268, isEmpty: false },
        wind,
      };
}

const unitsPerRem = 16;

/** Converts chart units to a CSS length that scales with the text size. */
export function remOf(units: number): string {
  return `${units / unitsPerRem}rem`;
}

/** The middle of an hour's column. */
export function columnMiddle(index: number): number {
  return (index + 0.5) * hourWidth;
}

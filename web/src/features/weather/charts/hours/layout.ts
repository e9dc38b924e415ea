/** Dimensions of the hour chart in sixteenths of a rem: three panels on top of each other, one column per hour. */
export const hourWidth = 60;
export const chartHeight = 400;
/** The axes are beside the columns and do not scroll with them. */
export const axesWidth = 52;

export const panels = {
  temperature: { top: 26, bottom: 158 },
  precipitation: { top: 196, bottom: 266 },
  wind: { top: 308, bottom: 388 },
} as const;

export type PanelName = keyof typeof panels;
export const panelNames = Object.keys(panels) as PanelName[];

const unitsPerRem = 16;

/** Converts chart units to a CSS length that scales with the text size. */
export function remOf(units: number): string {
  return `${units / unitsPerRem}rem`;
}

/** The middle of an hour's column. */
export function columnMiddle(index: number): number {
  return (index + 0.5) * hourWidth;
}

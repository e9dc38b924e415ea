/** The hour chart's measures on a grid of sixteenths of a rem: three panels above each other, one column an hour. */
export const hourWidth = 60;
export const chartHeight = 400;
/** The axes stand beside the columns and do not scroll with them. */
export const axesWidth = 52;

export const panels = {
  temperature: { top: 26, bottom: 158 },
  precipitation: { top: 196, bottom: 266 },
  wind: { top: 308, bottom: 388 },
} as const;

export type PanelName = keyof typeof panels;
export const panelNames = Object.keys(panels) as PanelName[];

const unitsPerRem = 16;

/** Units of the grid as a length that grows with the text. */
export function remOf(units: number): string {
  return `${units / unitsPerRem}rem`;
}

/** The middle of an hour's column. */
export function columnMiddle(index: number): number {
  return (index + 0.5) * hourWidth;
}

/** The vertical scales of the hour chart's panels, shared by the lines and their axes. */
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Axes } from '../../../../units/axes.ts';
import type { Hour } from '../../report.ts';
import { type PanelName, panels } from './layout.ts';

export type Scale = ScaleLinear<number, number>;

/** Depends on the height of the panel. */
const tickCounts: Record<PanelName, number> = { temperature: 4, precipitation: 2, wind: 2 };
/** Smallest ranges of the axes, so that a breeze does not look like a storm. */
const minMillimeters = 2;
const minMetersPerSecond = 8;
const minDegrees = 6;

export function panelScales(hours: Hour[], axes: Axes): Record<PanelName, Scale> {
  const temperatures = known(hours.map((hour) => hour.temperature)).map(axes.temperature.toUnit);
  const amounts = known(hours.map((hour) => hour.precipitation));
  const speeds = known(hours.flatMap((hour) => [hour.windSpeed, hour.windGusts]));
  const low = Math.min(...temperatures);
  const high = Math.max(...temperatures, low + minDegrees);
  return {
    temperature: scale('temperature', temperatures.length > 0 ? [low, high] : [0, 1]),
    precipitation: scale('precipitation', [
      0,
      axes.precipitation.toUnit(Math.max(minMillimeters, ...amounts)),
    ]),
    wind: scale('wind', [0, axes.speed.toUnit(Math.max(minMetersPerSecond, ...speeds))]),
  };
}

function scale(panel: PanelName, domain: [number, number]): Scale {
  const { top, bottom } = panels[panel];
  return scaleLinear().domain(domain).nice(tickCounts[panel]).range([bottom, top]);
}

export function ticksOf(panel: PanelName, panelScale: Scale): number[] {
  return panelScale.ticks(tickCounts[panel]);
}

function known(values: Array<number | null>): number[] {
  return values.filter((value) => value !== null);
}

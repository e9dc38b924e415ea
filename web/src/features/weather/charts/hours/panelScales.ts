/** The vertical scales of the hour chart's panels, shared by the lines and their axes. */
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Axes } from '../../../../units/axes.ts';
import type { Hour } from '../../report.ts';
import { type Panel, type PanelName, panelNames, panelsOf } from './layout.ts';

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
  const panels = panelsOf(hours);
  const scale = (name: PanelName, domain: [number, number]) =>
    scaleIn(panels[name], tickCounts[name], domain);
  return {
    temperature: scale('temperature', temperatures.length > 0 ? [low, high] : [0, 1]),
    precipitation: scale('precipitation', [
      0,
      axes.precipitation.toUnit(Math.max(minMillimeters, ...amounts)),
    ]),
    wind: scale('wind', [0, axes.speed.toUnit(Math.max(minMetersPerSecond, ...speeds))]),
  };
}

function scaleIn({ top, bottom }: Panel, tickCount: number, domain: [number, number]): Scale {
  return scaleLinear().domain(domain).nice(tickCount).range([bottom, top]);
}

/** The ticks of each panel; an empty panel has none. */
export function ticksOf(hours: Hour[], scales: Record<PanelName, Scale>) {
  const panels = panelsOf(hours);
  return panelNames.map((name) => ({
    name,
    panel: panels[name],
    ticks: panels[name].isEmpty ? [] : scales[name].ticks(tickCounts[name]),
  }));
}

function known(values: Array<number | null>): number[] {
  return values.filter((value) => value !== null);
}

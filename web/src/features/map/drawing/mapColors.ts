/** The colours of the map. A canvas cannot use the design tokens themselves: they are read from an element that has them. */
import type { BaseColors } from './drawBase.ts';
import { type Field, temperatureSteps, windSteps } from './fields.ts';
import { type FieldColors, parseRgb } from './paint.ts';
import { levels } from './rainClass.ts';

export interface MapColors extends BaseColors {
  fields: Record<Field, FieldColors>;
  alert: string;
}

/** The tokens of each field, and how many levels it has. */
const tokens: Record<Field, { name: string; count: number }> = {
  rain: { name: 'rain', count: levels.length },
  temperature: { name: 'temperature', count: temperatureSteps.length + 1 },
  wind: { name: 'rain', count: windSteps.length + 1 },
};

/** The colour of a level of the legend. */
export function levelColor(field: Field, level: number): string {
  return `var(--color-${tokens[field].name}-${level + 1})`;
}

export function readColors(parent: HTMLElement): MapColors {
  const probe = parent.appendChild(document.createElement('span'));
  probe.hidden = true;
  const colors = matchMedia('(forced-colors: active)').matches
    ? systemColors(probe)
    : tokenColors(probe);
  probe.remove();
  return colors;
}

function tokenColors(probe: HTMLElement): MapColors {
  const line = parseRgb(resolved(probe, 'var(--color-rain-line)'));
  const noData = parseRgb(resolved(probe, 'var(--color-text-muted)'));
  const field = (name: Field): FieldColors => ({
    levels: Array.from({ length: tokens[name].count }, (_, level) =>
      parseRgb(resolved(probe, levelColor(name, level))),
    ),
    line,
    noData,
    isHatched: false,
  });
  return {
    fields: { rain: field('rain'), temperature: field('temperature'), wind: field('wind') },
    isHatched: false,
    land: resolved(probe, 'var(--color-map-land)'),
    coast: resolved(probe, 'var(--color-map-coast)'),
    text: resolved(probe, 'var(--color-text)'),
    halo: resolved(probe, 'var(--color-surface)'),
    alert: resolved(probe, 'var(--color-danger)'),
  };
}

function systemColors(probe: HTMLElement): MapColors {
  const [text, background] = [resolved(probe, 'CanvasText'), resolved(probe, 'Canvas')];
  const field = (name: Field): FieldColors => ({
    levels: Array.from({ length: tokens[name].count }, () => parseRgb(text)),
    line: parseRgb(background),
    noData: parseRgb(resolved(probe, 'GrayText')),
    isHatched: true,
  });
  return {
    fields: { rain: field('rain'), temperature: field('temperature'), wind: field('wind') },
    isHatched: true,
    land: background,
    coast: text,
    text,
    halo: background,
    alert: resolved(probe, 'LinkText'),
  };
}

/** The value of a colour, whatever the theme. */
function resolved(probe: HTMLElement, color: string): string {
  probe.style.color = color;
  return getComputedStyle(probe).color;
}

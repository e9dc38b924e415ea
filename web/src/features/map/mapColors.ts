/** The colours of the map. A canvas cannot use the design tokens themselves: they are read from an element that has them. */
import type { BaseColors } from './drawBase.ts';
import { parseRgb, type RainColors } from './paint.ts';
import { levels } from './rainClass.ts';

export type MapColors = RainColors & BaseColors & { alert: string };

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
  return {
    levels: levels.map((_, index) => parseRgb(resolved(probe, `var(--color-rain-${index + 1})`))),
    line: parseRgb(resolved(probe, 'var(--color-rain-line)')),
    noRadar: parseRgb(resolved(probe, 'var(--color-text-muted)')),
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
  const ink = parseRgb(text);
  return {
    levels: levels.map(() => ink),
    line: parseRgb(background),
    noRadar: parseRgb(resolved(probe, 'GrayText')),
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

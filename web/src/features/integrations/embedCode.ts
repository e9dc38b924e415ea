/** The code that shows the weather of a place on another site. The server reads the address in `server/src/embed/request.rs`. */
import type { Units } from '../../storage/values.ts';
import { unitSetOf } from '../../units/unitSets.ts';

export const embedViews = ['now', 'day', 'week'] as const;
export const embedThemes = ['auto', 'light', 'dark', 'contrast'] as const;

export interface EmbedOptions {
  origin: string;
  /** The place in a link, as in `?lat=52.52&lon=13.41&name=Berlin`. */
  search: string;
  /** Read aloud for the frame and the picture. */
  title: string;
  view: (typeof embedViews)[number];
  theme: (typeof embedThemes)[number];
  language: string;
  units: Units;
}

/** With room for an alert; more is reached by scrolling. */
const frameHeights = { now: 360, day: 480, week: 640 };
const width = 480;

export function embedQuery({ search, view, theme, language, units }: EmbedOptions): string {
  const query = new URLSearchParams(search);
  query.set('view', view);
  query.set('theme', theme);
  query.set('units', unitSetOf(units));
  query.set('lang', language);
  return `?${query}`;
}

export function frameCode(options: EmbedOptions): string {
  const address = escapeHtml(`${options.origin}/embed${embedQuery(options)}`);
  return (
    `<iframe src="${address}" title="${escapeHtml(options.title)}" width="${width}" height="${frameHeights[options.view]}" ` +
    'loading="lazy" referrerpolicy="no-referrer" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>'
  );
}

export function pictureCode(options: EmbedOptions): string {
  const page = escapeHtml(`${options.origin}/${options.search}&lang=${options.language}`);
  const picture = escapeHtml(`${options.origin}/embed.svg${embedQuery(options)}`);
  return (
    `<a href="${page}" target="_blank" rel="noopener">` +
    `<img src="${picture}" alt="${escapeHtml(options.title)}" width="${width}" loading="lazy"></a>`
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Writes one web app manifest per language; the server links the one of the page's language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const languages = ['en', 'de', 'tr'];

interface ManifestTexts {
  description: string;
  places: string;
  outlook: string;
  screenshotPhone: string;
  screenshotDesk: string;
}

/** The English one has the plain name, which is in the page that is cached for offline use. */
const nameOf = (language: string) =>
  language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;

export function manifests(): Plugin {
  return {
    name: 'halcyon-manifests',
    generateBundle() {
      for (const language of languages) {
        const source = JSON.stringify(manifestOf(language));
        this.emitFile({ type: 'asset', fileName: nameOf(language), source });
      }
    },
  };
}

export function manifestOf(language: string) {
  const texts = readTexts(language);
  const png = (name: string, size: number) => ({
    src: `/icons/${name}-${size}.png`,
    type: 'image/png',
    sizes: `${size}x${size}`,
  });
  const screenshot = (name: string, sizes: string, formFactor: string, label: string) => ({
    src: `/screenshots/${name}-${language}.jpg`,
    type: 'image/jpeg',
    sizes,
    form_factor: formFactor,
    label,
  });
  return {
    name: 'Halcyon',
    short_name: 'Halcyon',
    description: texts.description,
    // The same in every language: a change of language is not another app.
    id: '/',
    start_url: '/',
    scope: '/',
    lang: language,
    dir: 'ltr',
    categories: ['weather'],
    display: 'standalone',
    background_color: '#f3f7fb',
    theme_color: '#15508c',
    icons: [png('icon', 192), png('icon', 512), { ...png('maskable', 512), purpose: 'maskable' }],
    shortcuts: [
      { name: texts.places, url: '/locations', icons: [png('icon', 192)] },
      { name: texts.outlook, url: '/?tab=outlook', icons: [png('icon', 192)] },
    ],
    screenshots: [
      screenshot('phone', '780x1688', 'narrow', texts.screenshotPhone),
      screenshot('desk', '1280x900', 'wide', texts.screenshotDesk),
    ],
  };
}

function readTexts(language: string): ManifestTexts {
  const file = join(import.meta.dirname, `../../locales/${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')).server.manifest;
}

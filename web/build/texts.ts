/** Provides each language's texts as one hashed JSON file, without the server's section. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const languages = ['en', 'de', 'tr'];
const module = 'virtual:texts';
const resolved = `\0${module}`;
const developmentPath = /^\/@texts\/(\w+)\.json/;

export function texts(): Plugin {
  let isBuild = false;
  return {
    name: 'halcyon-texts',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id === module ? resolved : null),
    load(id) {
      if (id !== resolved) return null;
      const addresses = languages.map((language) => {
        this.addWatchFile(localeFile(language));
        if (!isBuild) return [language, `/@texts/${language}.json`];
        const source = pageTexts(language);
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `assets/texts-${language}-${hash}.json`;
        this.emitFile({ type: 'asset', fileName, source });
        return [language, `/${fileName}`];
      });
      const start = languages.map((language) => [language, readLocale(language).web.start]);
      return [
        `export const textAddresses = ${JSON.stringify(Object.fromEntries(addresses))};`,
        `export const startTexts = ${JSON.stringify(Object.fromEntries(start))};`,
      ].join('\n');
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = developmentPath.exec(request.url ?? '')?.[1];
        if (!language || !languages.includes(language)) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(pageTexts(language));
      });
    },
  };
}

/** The merged sections `shared` and `web`. */
export function pageTexts(language: string): string {
  const { shared, web } = readLocale(language);
  return JSON.stringify({ ...shared, ...web });
}

function readLocale(language: string) {
  return JSON.parse(readFileSync(localeFile(language), 'utf8'));
}

function localeFile(language: string): string {
  return join(import.meta.dirname, '../../locales', `${language}.json`);
}

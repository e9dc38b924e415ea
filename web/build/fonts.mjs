/**
 * Cuts Poppins down to Latin letters, one file a weight, and to the characters of the large temperature. Run it after changing the ranges; the files are committed:
 * `npm install --prefix FOLDER subset-font@2.9.0 @expo-google-fonts/poppins@0.4.1 && node build/fonts.mjs FOLDER`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = join(resolve(process.argv[2] ?? '.'), 'node_modules');
const { default: subset } = await import(
  pathToFileURL(join(packages, 'subset-font/index.js')).href
);
const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
const weights = { 400: '400Regular', 500: '500Medium', 600: '600SemiBold' };

for (const [weight, name] of Object.entries(weights)) {
  await cut(name, declaredLetters(), `poppins-${weight}.woff2`);
}
await cut(weights[400], '-0123456789°', 'poppins-temperature.woff2');

async function cut(name, letters, file) {
  const whole = readFileSync(
    join(packages, '@expo-google-fonts/poppins', name, `Poppins_${name}.ttf`),
  );
  const part = await subset(whole, letters, { targetFormat: 'woff2' });
  writeFileSync(join(import.meta.dirname, '../src/fonts', file), part);
}

/** What index.html promises that the files hold. */
function declaredLetters() {
  const [, ranges] = /"Poppins";[^}]*unicode-range:([^;]+);/.exec(page);
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, from, to = from]) => {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      return Array.from({ length: last - first + 1 }, (_, step) => first + step);
    })
    .map((code) => String.fromCodePoint(code))
    .join('');
}

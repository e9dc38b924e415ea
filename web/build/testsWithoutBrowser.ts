/** The tests that need no browser: without a simulated one, forty files take seconds instead of a minute. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** What a test mentions that uses a browser, itself or through what it calls. */
const browser =
  /browser|document|window|localStorage|sessionStorage|navigator|render|msw|testing\/network|location\b|matchMedia|(write|read)Stored|stubServer/;

export const testsWithoutBrowser = readdirSync(join(root, 'src'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `src/${file}`)
  .filter((file) => !browser.test(readFileSync(join(root, file), 'utf8')));

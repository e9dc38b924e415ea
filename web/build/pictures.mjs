/**
 * Renders the icons and the social picture from the logo with Chromium: `node build/pictures.mjs`.
 * Run it after changing the logo; the pictures are committed, because a build has no browser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(import.meta.dirname, '../public');
const { chromium } = await import(
  pathToFileURL(join(import.meta.dirname, '../../e2e/node_modules/@playwright/test/index.mjs')).href
);
const tile = readFileSync(join(folder, 'favicon.svg'), 'utf8');
const font = readFileSync(join(import.meta.dirname, '../src/fonts/poppins-600.woff2')).toString(
  'base64',
);
const bird = tile.replace(/<rect[^>]*>/, '');

const pictures = [
  { name: 'icons/favicon-96.png', width: 96, height: 96, html: tile, isClear: true },
  { name: 'icons/icon-192.png', width: 192, height: 192, html: tile, isClear: true },
  { name: 'icons/icon-512.png', width: 512, height: 512, html: tile, isClear: true },
  {
    name: 'icons/apple-touch-icon.png',
    width: 180,
    height: 180,
    html: tile.replace('rx="14"', ''),
  },
  // A maskable icon may lose a fifth on each side, so the bird is smaller on a full ground.
  {
    name: 'icons/maskable-512.png',
    width: 512,
    height: 512,
    html: `<div class="full"><div class="inner">${bird}</div></div>`,
  },
  {
    name: 'social.jpg',
    width: 1200,
    height: 630,
    html: `<div class="social"><div class="mark">${bird}</div><div><h1>Halcyon</h1><p>Calm, exact weather.</p></div></div>`,
  },
];

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { name, width, height, html, isClear = false } of pictures) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>
    @font-face { font-family: Poppins; font-weight: 600; src: url(data:font/woff2;base64,${font}) }
    * { margin: 0 } svg { display: block; width: 100%; height: 100% }
    body { width: ${width}px; height: ${height}px; font: 600 56px Poppins }
    .full { background: #0b2545; height: 100%; display: grid; place-items: center } .inner { width: 72%; height: 72% }
    .social { height: 100%; display: flex; align-items: center; gap: 40px; padding: 0 90px; color: #fff;
      background: linear-gradient(160deg, #0b2545, #15508c 60%, #2669a5) }
    .mark { width: 400px; height: 400px; flex: none } h1 { font-size: 120px; line-height: 1.1 } p { font-size: 44px; opacity: .9 }
  </style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  const isPhoto = name.endsWith('.jpg');
  await page.screenshot({
    path: join(folder, name),
    ...(isPhoto ? { type: 'jpeg', quality: 88 } : { omitBackground: isClear }),
  });
  await page.close();
}
await browser.close();

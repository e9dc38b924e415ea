/** Writes one page with all pictures, grouped by page and state. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { galleryFolder } from './folder.ts';

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default function writeIndex() {
  // The other project of the configuration writes its pictures elsewhere.
  if (!existsSync(galleryFolder)) return;
  const files = readdirSync(galleryFolder).filter((name) => name.endsWith('.png'));
  const names = [...new Set(files.map((file) => file.split('~')[0] ?? ''))].sort();
  const sections = names.map((name) => {
    const pictures = files
      .filter((file) => file.startsWith(`${name}~`))
      .map((file) => {
        const [, size, theme, language = ''] = file.split('~');
        const label = [size, theme, language.replace('.png', '')].join(' · ');
        return `<figure><img loading="lazy" src="${file}" alt=""><figcaption>${label}</figcaption></figure>`;
      });
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`;
  });
  const style =
    'body{font-family:sans-serif}div{display:flex;flex-wrap:wrap;gap:16px;align-items:start}figure{margin:0}img{width:240px;border:1px solid #ccc}';
  const page = `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${style}</style>${sections.join('')}`;
  writeFileSync(join(galleryFolder, 'index.html'), page);
  process.stdout.write(`\n${files.length} pictures: ${join(galleryFolder, 'index.html')}\n`);
}

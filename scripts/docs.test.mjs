// The documents can be read as a site: every relative link has a target, and the indexes name every page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page && existsSync(path.join(root, page)));
const read = (page) => readFileSync(path.join(root, page), 'utf8');
const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** As GitHub makes them: lower case, spaces become hyphens, other signs are left out. */
function anchors(page) {
  const headings = read(page).replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Targets of links and pictures that are not on another site. */
function relativeLinks(page) {
  const text = withoutCode(read(page));
  const found = [...text.matchAll(/\]\(<?([^)>\s]+)>?(?: "[^"]*")?\)/g), ...text.matchAll(/ (?:src|href)="([^"]+)"/g)];
  const links = found.map(([, target]) => target);
  return links.filter((target) => !/^[a-z]+:/i.test(target));
}

test('every relative link of the documents has a target', () => {
  const broken = [];
  for (const page of pages) {
    for (const link of relativeLinks(page)) {
      const [file, anchor] = link.split('#');
      const target = file ? path.posix.join(path.posix.dirname(page), decodeURIComponent(file)) : page;
      const isThere = existsSync(path.join(root, target));
      if (!isThere || (anchor && target.endsWith('.md') && !anchors(target).includes(anchor))) broken.push(`${page}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
});

test('the index of the documents names every page', () => {
  const listed = relativeLinks('docs/README.md');
  const expected = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  assert.deepEqual(expected.filter((name) => !listed.includes(name)), []);
  assert.ok(listed.includes('decisions/README.md'));
});

test('the index of decisions names every record by its title', () => {
  const index = read('docs/decisions/README.md');
  const records = readdirSync(path.join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  for (const name of records) {
    const number = name.slice(0, 4);
    const title = read(`docs/decisions/${name}`).match(/^# (\d{4}) (.*)$/m);
    assert.equal(title?.[1], number, name);
    assert.ok(index.includes(`| [${number}](${name}) | ${title[2]} |`), `${number} ${title[2]}`);
  }
});

test('pictures of the documents are small', () => {
  const folder = path.join(root, 'docs/pictures');
  const large = readdirSync(folder).filter((name) => readFileSync(path.join(folder, name)).length > 150_000);
  assert.deepEqual(large, []);
});

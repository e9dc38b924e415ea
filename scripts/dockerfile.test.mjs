// The stages of the Dockerfile copy what their build reads outside of its own folder, which no build without containers would notice.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(path.join(root, file)));

/** What each stage copies: its name, paths of the repository, and paths from other stages. */
function stagesOf(text) {
  const stages = text.split(/^FROM /m).slice(1);
  return stages.map((stage) => {
    const copies = [...stage.matchAll(/^COPY (.*)$/gm)].map(([, parameters]) => parameters.split(' '));
    const fromStage = copies.filter(([first]) => first.startsWith('--from='));
    return {
      name: stage.match(/ AS (\S+)/)?.[1],
      text: stage,
      sources: copies.filter(([first]) => !first.startsWith('--')).flatMap((copy) => copy.slice(0, -1)),
      results: fromStage.map((copy) => copy.at(-1)),
    };
  });
}

const isBelow = (file, folders) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

/** Paths in web/ and beside it that the type check and the build of the page read. */
function inputsOfPage() {
  const sources = tracked('web/*.ts', 'web/*.tsx', 'web/*.css');
  const named = sources.map(read).join('\n');
  // Scripts that the build runs; the others are started by hand.
  const scripts = tracked('web/build/*.mjs').filter((file) => named.includes(path.basename(file)));
  const inputs = [];
  for (const file of [...sources, ...scripts]) {
    const text = read(file);
    // A test reads files when it runs, which is not part of the build; what it imports is part of the type check.
    const imported = text.matchAll(/(?:\bfrom |\bimport\(|\bimport |\bglob(?:<[^(]*>)?\(|url\()['"`]?(\.{1,2}\/[^'"`)]+)/g);
    const isTest = /\.test\.tsx?$/.test(file);
    const opened = isTest ? [] : text.matchAll(/\bimport\.meta\.(?:dirname|url),\s*['"`](\.{1,2}\/[^'"`]+)/g);
    for (const [, target] of [...imported, ...opened]) {
      const known = target.split(/[$*]/)[0];
      inputs.push(path.posix.join(path.posix.dirname(file), known).replace(/\/$/, ''));
    }
  }
  return new Set(inputs.filter((file) => !file.startsWith('web/')));
}

/** Paths that the compiler reads for the binary: not those of tests. */
function inputsOfServer() {
  const inputs = ['Cargo.toml', 'Cargo.lock', ...tracked('server/Cargo.toml', 'crates/*/Cargo.toml')];
  const isTest = (file) => /(^|\/)tests(\/|\.rs$)/.test(file);
  for (const file of tracked('server/src/*.rs', 'crates/*/src/*.rs', 'server/build.rs', 'crates/*/build.rs').filter((one) => !isTest(one))) {
    const text = read(file).split(/^#\[cfg\(test\)\]\n(?:#\[.*\n)*mod \w+ \{/m)[0];
    const crate = file.split('/src/')[0].replace(/\/build\.rs$/, '');
    const add = (base, target) => inputs.push(path.posix.join(base, target));
    for (const [, target] of text.matchAll(/\binclude_(?:str|bytes)!\(\s*"([^"]+)"/g)) add(path.posix.dirname(file), target);
    for (const [, target] of text.matchAll(/#\[folder = "([^"]+)"\]/g)) add(crate, target);
    for (const [, target] of text.matchAll(/\bmigrate!\("([^"]+)"\)/g)) add(crate, target);
    if (file.endsWith('build.rs')) for (const [, target] of text.matchAll(/"(\.{1,2}\/[^"]+)"/g)) add(crate, target);
  }
  return new Set(inputs);
}

/** What the builds read and the stages do not copy. */
function missing(text) {
  const [page, server] = ['page', 'server'].map((name) => stagesOf(text).find((stage) => stage.name === name));
  const ofPage = [...inputsOfPage()].filter((file) => !isBelow(file, page.sources));
  const ofServer = [...inputsOfServer()].filter((file) => !isBelow(file, [...server.sources, ...server.results]));
  return [...ofPage.map((file) => `page: ${file}`), ...ofServer.map((file) => `server: ${file}`)].sort();
}

test('each stage copies what its build reads', () => {
  assert.deepEqual(missing(dockerfile), []);
});

test('a path that is not copied is found', () => {
  assert.deepEqual(missing(dockerfile.replaceAll('COPY shared shared\n', '')), [
    'page: shared/paths.json',
    'page: shared/sky.json',
    'server: shared/sky.json',
    'server: shared/weatherIcons.json',
  ]);
  assert.ok(missing(dockerfile.replaceAll('COPY locales locales\n', '')).includes('page: locales/documents'));
  assert.deepEqual(missing(dockerfile.replace(/^COPY --from=page .*\n/m, '')), ['server: web/dist']);
  assert.ok(missing(dockerfile.replace('COPY crates crates\n', '')).includes('server: crates/gazetteer/data/places.index.zst'));
});

test('what is copied exists and is not ignored', () => {
  const shown = read('.dockerignore').match(/^!.*$/gm).map((line) => line.slice(1));
  for (const { sources } of stagesOf(dockerfile)) {
    for (const source of sources) {
      assert.ok(existsSync(path.join(root, source)), source);
      assert.ok(isBelow(source, shown), `${source} is ignored`);
    }
  }
});

test('the image and this repository use the same Rust', () => {
  const wanted = read('rust-toolchain.toml').match(/^channel = "(\d+\.\d+)/m)[1];
  assert.match(stagesOf(dockerfile).find(({ name }) => name === 'server').text, new RegExp(`^rust:${wanted.replace('.', '\\.')}-`));
});

test('packages of the page are installed as locked, in the image and in a clone', () => {
  assert.match(stagesOf(dockerfile)[0].text, /^RUN npm --prefix web ci /m);
  assert.match(read('scripts/install'), /^npm ci /m);
  for (const text of [dockerfile, read('scripts/install')]) assert.doesNotMatch(text, /\bnpm (--prefix \S+ )?(install|i)\b/);
});

// Prints the licences of everything that is part of the binary and of the page: crates by `cargo metadata`, packages by the
// lock of the page, each licence text once.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const licenceFile = /^(licen[cs]e|copying|notice|unlicense)/i;

/** Every crate that halcyon uses at run time. */
function crates() {
  const arguments_ = ['metadata', '--format-version=1', '--locked', '--filter-platform=x86_64-unknown-linux-gnu'];
  const output = execFileSync('cargo', arguments_, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const { packages, resolve } = JSON.parse(output);
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const found = new Set();
  const visit = (id) => {
    if (found.has(id)) return;
    found.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
    }
  };
  visit(packages.find(({ name }) => name === 'halcyon').id);
  return packages
    .filter(({ id, source }) => found.has(id) && source !== null)
    .map(({ name, version, license, manifest_path }) => ({
      name,
      version,
      licence: license ?? 'see its text',
      folder: path.dirname(manifest_path),
    }));
}

/** Every package that is not for development only. */
function packages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'web/package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, { dev, devOptional, optional }]) => place && !dev && !devOptional && !optional)
    .map(([place, { version, license }]) => ({
      name: place.replace(/^.*node_modules\//, ''),
      version,
      licence: license ?? 'see its text',
      folder: path.join(root, 'web', place),
    }));
}

function textsIn(folder) {
  const names = readdirSync(folder).filter((name) => licenceFile.test(name)).sort();
  return names.flatMap((name) => {
    try {
      return [readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()];
    } catch {
      // A folder of licences, as some crates have; its files are named in the expression.
      return [];
    }
  });
}

function byName(left, right) {
  return left.name < right.name || (left.name === right.name && left.version < right.version) ? -1 : 1;
}

const users = new Map();
const lines = ['Halcyon contains the following software of others. Data and fonts are named in README.md.', ''];
for (const [title, components] of [
  ['In the binary', crates()],
  ['In the page', packages()],
]) {
  lines.push(`== ${title}`, '');
  for (const { name, version, licence, folder } of components.sort(byName)) {
    lines.push(`${name} ${version}: ${licence}`);
    for (const text of textsIn(folder)) users.set(text, [...(users.get(text) ?? []), name]);
  }
  lines.push('');
}
for (const [text, names] of users) {
  lines.push('-'.repeat(80), `For ${[...new Set(names)].join(', ')}:`, '', text, '');
}
process.stdout.write(`${lines.join('\n')}\n`);

// The licences of everything that is part of the binary and the page, each text once.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { read, shippedCrates, shippedPackages } from './dependencies.mjs';

export const noticesFile = 'web/public/third-party-notices.txt';
const licenceFile = /^(licen[cs]e|copying|notice|unlicense)/i;
/** C code inside a crate has a licence of its own; of zstd's two we take the BSD one. */
const nestedLicences = {
  'aws-lc-sys': ['aws-lc/LICENSE', 'aws-lc/third_party/fiat/LICENSE'],
  'libmimalloc-sys': ['c_src/mimalloc/v2/LICENSE'],
  'zstd-sys': ['zstd/LICENSE'],
};
const ownFiles = [
  ['the font Poppins', 'web/src/fonts/OFL.txt'],
  ['names of places from Unicode CLDR', 'crates/gazetteer/data/LICENSE-UNICODE'],
  ['airports from airportsdata', 'crates/gazetteer/data/LICENSE-AIRPORTSDATA'],
];

/** Titles with their components. */
export function shippedSoftware() {
  return [
    ['In the binary', shippedCrates()],
    ['In the page', shippedPackages()],
  ];
}

/** What differs between the committed file and the lock files; nothing if they name the same. */
export function missingNotices(groups, committed = read(noticesFile)) {
  const wanted = inventory(groups);
  if (committed.startsWith(wanted)) return [];
  const lines = new Set(committed.split('\n'));
  const missing = wanted.split('\n').filter((line) => !lines.has(line));
  return missing.length > 0 ? missing : ['more software than the lock files name'];
}

/** The whole file. */
export function renderNotices(groups) {
  const users = new Map();
  const add = (name, text) => users.set(text, [...(users.get(text) ?? []), name]);
  for (const component of groups.flatMap(([, components]) => components)) {
    for (const text of textsOf(component)) add(component.name, text);
  }
  for (const [name, place] of ownFiles) add(name, tidy(read(place)));
  const texts = [...users].map(([text, names]) => `${'-'.repeat(80)}\nFor ${[...new Set(names)].join(', ')}:\n\n${text}\n`);
  return `${inventory(groups)}${texts.join('\n')}`;
}

/** The first part of the file: every component with its version and licence. */
function inventory(groups) {
  const lists = groups.map(([title, components]) => {
    const lines = components.toSorted(byName).map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
    return `== ${title}\n\n${lines.join('\n')}\n\n`;
  });
  const intro =
    'Halcyon contains the software of others that is listed here, and the standard library of Rust (MIT OR Apache-2.0).\n' +
    'The licence texts follow the lists. The sources of data are named on the About page.\n\n';
  return intro + lists.join('');
}

function textsOf({ name, version, licence, folder }) {
  let names = readdirSync(folder).filter((entry) => licenceFile.test(entry) && statSync(path.join(folder, entry)).isFile());
  // Where one of two licences may be chosen, the one that names the authors.
  const isChoice = /\bMIT\b/.test(licence) && /( OR |\/)/.test(licence) && !licence.includes(' AND ');
  const mit = names.filter((entry) => /mit/i.test(entry));
  if (isChoice && mit.length > 0) names = [...mit, ...names.filter((entry) => /^notice/i.test(entry))];
  const places = [...names.sort(), ...(nestedLicences[name] ?? [])];
  if (places.length === 0) return [`${name} ${version} comes without a licence text. Its authors state: ${licence}.`];
  return places.map((place) => tidy(readFileSync(path.join(folder, place), 'utf8')));
}

function tidy(text) {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n').replace(/[ \t]+$/gm, '').trim();
}

function byName(left, right) {
  return left.name < right.name || (left.name === right.name && left.version < right.version) ? -1 : 1;
}

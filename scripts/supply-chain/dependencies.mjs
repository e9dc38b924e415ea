// What the project depends on, as its lock files and `cargo metadata` say. None of it needs the network once everything is
// downloaded.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
/** The platform of the image and the archive; crates for other systems are not in them. */
const shippedPlatform = 'x86_64-unknown-linux-gnu';

export function read(file) {
  return readFileSync(path.join(root, file), 'utf8');
}

/** Every crate of Cargo.lock, for all platforms, tests included. */
export function lockedCrates(text = read('Cargo.lock')) {
  return text
    .split('[[package]]')
    .slice(1)
    .map((block) => {
      const value = (key) => block.match(new RegExp(`^${key} = "(.*)"$`, 'm'))?.[1];
      const list = block.match(/^dependencies = \[([^\]]*)\]/m)?.[1] ?? '';
      return {
        name: value('name'),
        version: value('version'),
        source: value('source'),
        checksum: value('checksum'),
        // "name", or "name version" where the lock has several versions.
        dependencies: [...list.matchAll(/"([^"]+)"/g)].map(([, entry]) => entry),
      };
    });
}

/** Every package of a package-lock.json, with the path it is installed at. */
export function lockedPackages(text = read('web/package-lock.json')) {
  return Object.entries(JSON.parse(text).packages)
    .filter(([place]) => place !== '')
    .map(([place, entry]) => ({ ...entry, place, name: place.replace(/^.*node_modules\//, '') }));
}

/** The package that another one imports by this name, as Node resolves it: from its own folder upwards. */
export function resolvePackage(name, place, packages) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const wanted = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    const found = packages.find((entry) => entry.place === wanted);
    if (found || !folder) return found;
  }
}

/** What the lock lacks for other systems than the one it was written on: `npm ci` there would install no binary. */
export function missingOptionalPackages(packages) {
  return packages.flatMap(({ place, name, optionalDependencies = {} }) =>
    Object.keys(optionalDependencies)
      .filter((optional) => !resolvePackage(optional, place, packages))
      .map((optional) => `${name}: its optional package ${optional} is not in the lock`),
  );
}

/** The licence of each crate by `name version`, of those that are built for the shipped platform, tests included. */
export function crateLicences() {
  return new Map(metadataOf(shippedPlatform).flatMap(({ name, version, license }) => (license ? [[`${name} ${version}`, license]] : [])));
}

/** Every crate that is part of the binary, with its licence and its folder. */
export function shippedCrates() {
  return cratesOf(shippedPlatform, '--package=halcyon', '--edges=normal');
}

/** Every crate that is built on this machine, tests included. */
export function builtCrates() {
  const host = execFileSync('rustc', ['-vV'], { encoding: 'utf8' }).match(/^host: (.*)$/m)[1];
  return cratesOf(host, '--workspace', '--edges=all');
}

/** Every package whose code may be in the page. */
export function shippedPackages() {
  return lockedPackages()
    .filter(({ dev, devOptional, optional }) => !dev && !devOptional && !optional)
    .map(({ place, name, version, license }) => ({
      name,
      version,
      licence: license ?? 'see its text',
      folder: path.join(root, 'web', place),
    }));
}

/** By `cargo tree`, because `cargo metadata` also names optional crates that no feature uses. */
function cratesOf(platform, ...options) {
  const lines = cargo('tree', '--locked', '--prefix=none', '--format={p}', `--target=${platform}`, ...options).split('\n');
  const used = new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' ')));
  return metadataOf(platform)
    .filter(({ name, version, source }) => source !== null && used.has(`${name} v${version}`))
    .map(({ name, version, license, manifest_path }) => ({
      name,
      version,
      licence: license ?? 'see its text',
      folder: path.dirname(manifest_path),
    }));
}

function metadataOf(platform) {
  return JSON.parse(cargo('metadata', '--format-version=1', '--locked', `--filter-platform=${platform}`)).packages;
}

function cargo(...options) {
  return execFileSync('cargo', options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

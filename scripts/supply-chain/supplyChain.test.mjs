// The bill of materials is whole, and the rules of deny.toml are enforced.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockedCrates, lockedPackages, missingOptionalPackages, read } from './dependencies.mjs';
import { isAllowed, policy, violations } from './licences.mjs';
import { missingNotices } from './notices.mjs';
import { sbom } from './sbom.mjs';

const allowed = new Set(['MIT', 'Apache-2.0', 'Apache-2.0 WITH LLVM-exception', 'Unicode-3.0']);

test('the bill of materials has every dependency of both lock files', () => {
  const { components } = sbom('0.1.0');
  const urls = new Set(components.map(({ purl }) => purl));
  const crates = [...read('Cargo.lock').matchAll(/^name = "(.*)"\nversion = "(.*)"$/gm)];
  assert.ok(crates.length > 300);
  for (const [, name, version] of crates) {
    if (name !== 'halcyon') assert.ok(urls.has(`pkg:cargo/${name}@${version}`), name);
  }
  const { packages } = JSON.parse(read('web/package-lock.json'));
  const places = Object.keys(packages).filter((place) => place !== '');
  assert.ok(places.length > 200);
  for (const place of places) {
    const name = place.split('node_modules/').at(-1).replace('@', '%40');
    assert.ok(urls.has(`pkg:npm/${name}@${packages[place].version}`), place);
  }
  assert.equal(components.length, crates.length - 1 + places.length + 1, 'the page, and the binary as the subject');
});

test('the bill of materials has the licence of all that is shipped', () => {
  const { components } = sbom('0.1.0');
  const [crates, packages] = read('web/public/third-party-notices.txt').split(/^== .*$/m).slice(1);
  const licenceOf = new Map(components.map(({ name, version, licenses }) => [`${name} ${version}`, licenses?.[0].expression]));
  const shipped = [...crates.matchAll(/^(\S+ \S+): (.*)$/gm), ...packages.split(/^---/m)[0].matchAll(/^(\S+ \S+): (.*)$/gm)];
  assert.ok(shipped.length > 400);
  for (const [, component, licence] of shipped) {
    if (licence !== 'see its text') assert.equal(licenceOf.get(component), licence.replaceAll('/', ' OR '), component);
  }
});

test('every reference of the bill of materials has a component', () => {
  const { components, dependencies, metadata } = sbom('0.1.0');
  const references = [metadata.component, ...components].map((component) => component['bom-ref']);
  assert.equal(new Set(references).size, references.length);
  assert.deepEqual(dependencies.map(({ ref }) => ref).sort(), references.toSorted());
  for (const { ref, dependsOn } of dependencies) {
    for (const target of dependsOn) assert.ok(references.includes(target), `${ref} → ${target}`);
  }
  const ofPage = dependencies.find(({ ref }) => ref === 'pkg:npm/halcyon-web@0.1.0').dependsOn;
  assert.equal(ofPage.length, Object.keys(JSON.parse(read('web/package.json')).dependencies).length);
  assert.ok(ofPage.some((target) => target.startsWith('pkg:npm/react-dom@')));
  const ofReactDom = dependencies.find(({ ref }) => ref.startsWith('pkg:npm/react-dom@')).dependsOn;
  assert.equal(ofReactDom.length, 1);
  assert.match(ofReactDom[0], /^pkg:npm\/scheduler@/);
});

test('a lock that lacks a package of another system is found', () => {
  const tool = { place: 'node_modules/tool', name: 'tool', optionalDependencies: { 'tool-linux': '1', 'tool-mac': '1' } };
  const linux = { place: 'node_modules/tool/node_modules/tool-linux', name: 'tool-linux' };
  const mac = { place: 'node_modules/tool-mac', name: 'tool-mac' };
  assert.deepEqual(missingOptionalPackages([tool, linux, mac]), []);
  assert.deepEqual(missingOptionalPackages([tool, linux]), ['tool: its optional package tool-mac is not in the lock']);
});

test('hashes are those of the lock files, in hexadecimal, and licences are SPDX expressions', () => {
  const packages = [{ place: 'node_modules/a', name: 'a', version: '1.0.0', integrity: 'sha512-AAEC/w==', license: 'MIT' }];
  const crates = lockedCrates('[[package]]\nname = "b"\nversion = "2.0.0"\nchecksum = "0a0b"\nsource = "registry"\n');
  const licences = new Map([['b 2.0.0', 'MIT/Apache-2.0']]);
  const { components } = sbom('0.1.0', { crates, packages, licences });
  assert.deepEqual(components.find(({ name }) => name === 'a').hashes, [{ alg: 'SHA-512', content: '000102ff' }]);
  const crate = components.find(({ name }) => name === 'b');
  assert.deepEqual(crate.hashes, [{ alg: 'SHA-256', content: '0a0b' }]);
  assert.deepEqual(crate.licenses, [{ expression: 'MIT OR Apache-2.0' }]);
});

test('a licence expression is allowed if it can be satisfied', () => {
  const expected = {
    MIT: true,
    'GPL-3.0-only': false,
    'MIT OR GPL-3.0-only': true,
    'GPL-3.0-only/MIT': true,
    'MIT AND GPL-3.0-only': false,
    '(GPL-3.0-only OR MIT) AND Unicode-3.0': true,
    'GPL-3.0-only OR (MIT AND LGPL-2.1-only)': false,
    'Apache-2.0 WITH LLVM-exception OR GPL-2.0-only': true,
    'MIT WITH LLVM-exception': false,
    '': false,
  };
  for (const [expression, result] of Object.entries(expected)) {
    assert.equal(isAllowed(expression, allowed), result, expression);
  }
});

test('a licence, a source, a banned crate and a missing hash are each reported', () => {
  const rules = { allowed, banned: new Set(['ring']) };
  const good = { name: 'good', version: '1.0.0', license: 'MIT', licence: 'MIT', integrity: 'sha512-AA==' };
  const registry = 'registry+https://github.com/rust-lang/crates.io-index';
  const report = (changed) => violations({ crates: [good], locked: [{ name: 'good', source: registry }], packages: [good], ...changed }, rules);
  assert.deepEqual(report({}), []);
  assert.deepEqual(report({ crates: [{ ...good, licence: 'GPL-3.0-only' }] }), ['good 1.0.0: licence GPL-3.0-only']);
  assert.deepEqual(report({ crates: [{ ...good, name: 'ring' }] }), ['ring: banned by deny.toml']);
  const git = 'git+https://git.example/good';
  assert.deepEqual(report({ locked: [{ name: 'good', source: git }] }), [`good: source ${git}`]);
  assert.deepEqual(report({ packages: [{ ...good, license: 'CC-BY-4.0' }] }), ['good 1.0.0: licence CC-BY-4.0']);
  assert.deepEqual(report({ packages: [{ ...good, license: 'CC-BY-4.0', dev: true }] }), []);
  assert.deepEqual(report({ packages: [{ ...good, resolved: 'https://mirror.example/a' }] }), ['good: source https://mirror.example/a']);
  assert.deepEqual(report({ packages: [{ ...good, integrity: undefined }] }), ['good: no integrity hash']);
});

test('the lists of deny.toml are read', () => {
  const { allowed, banned } = policy();
  assert.ok(allowed.has('Apache-2.0 WITH LLVM-exception') && allowed.size > 10);
  assert.deepEqual([...banned], ['ring', 'openssl-sys']);
});

test('notices of another version are out of date', () => {
  const groups = (version) => [['In the binary', [{ name: 'serde', version, licence: 'MIT' }]], ['In the page', []]];
  const [line] = missingNotices(groups('1.0.2'), 'serde 1.0.1: MIT');
  assert.match(line, /^Halcyon contains/);
  assert.ok(missingNotices(groups('1.0.2'), 'serde 1.0.1: MIT').includes('serde 1.0.2: MIT'));
});

test('the lock files name no registry but the public ones', () => {
  for (const folder of ['web', 'e2e']) {
    for (const { name, resolved } of lockedPackages(read(`${folder}/package-lock.json`))) {
      assert.ok(!resolved || resolved.startsWith('https://registry.npmjs.org/'), name);
    }
  }
});

test('the native packages are locked for every system', () => {
  const { packages } = JSON.parse(read('web/package-lock.json'));
  const locked = new Set(Object.entries(packages).map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`));
  for (const [place, { optionalDependencies = {} }] of Object.entries(packages)) {
    const exact = Object.entries(optionalDependencies).filter(([, version]) => /^\d/.test(version));
    const missing = exact.filter(([name, version]) => !locked.has(`${name}@${version}`));
    assert.deepEqual(missing, [], place);
  }
});

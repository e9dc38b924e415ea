// A bill of materials (CycloneDX 1.6, JSON) of everything in Cargo.lock and the lock of the page, for scanners of
// vulnerabilities. The same lock files give the same document. Crates that only other systems use have no licence in it.
import { crateLicences, lockedCrates, lockedPackages, read, resolvePackage } from './dependencies.mjs';

export function sbom(version, { crates = lockedCrates(), packages = lockedPackages(), licences = crateLicences() } = {}) {
  const own = `pkg:cargo/halcyon@${version}`;
  const page = `pkg:npm/halcyon-web@${version}`;
  const isOurs = ({ source }) => source === undefined;
  const licenses = [{ license: { id: 'Apache-2.0' } }];
  const application = (name, reference) => ({ type: 'application', 'bom-ref': reference, name, version, purl: reference, licenses });
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: application('halcyon', own) },
    components: [
      application('halcyon-web', page),
      ...crates.filter(({ name }) => name !== 'halcyon').map((crate) => crateComponent(crate, isOurs(crate), licences)),
      ...packages.map(packageComponent),
    ],
    dependencies: [
      ...crates.map((crate) => ({
        ref: crateReference(crate),
        dependsOn: [
          ...crate.dependencies.map((entry) => crateReference(findCrate(crates, entry))),
          ...(crate.name === 'halcyon' ? [page] : []),
        ].sort(),
      })),
      { ref: page, dependsOn: packageDependencies({ place: '', ...JSON.parse(read('web/package.json')) }, packages) },
      ...packages.map((entry) => ({ ref: packageReference(entry), dependsOn: packageDependencies(entry, packages) })),
    ],
  };
}

function crateReference({ name, version }) {
  return `pkg:cargo/${name}@${version}`;
}

function crateComponent(crate, isOurs, licences) {
  const reference = crateReference(crate);
  const { name, version, checksum } = crate;
  // `MIT/Apache-2.0` is how older crates write a choice, which SPDX does not know.
  const licence = licences.get(`${name} ${version}`)?.replaceAll('/', ' OR ');
  return {
    type: 'library',
    'bom-ref': reference,
    name,
    version,
    purl: reference,
    ...(checksum && { hashes: [{ alg: 'SHA-256', content: checksum }] }),
    ...((isOurs || licence) && { licenses: [isOurs ? { license: { id: 'Apache-2.0' } } : { expression: licence }] }),
  };
}

function findCrate(crates, entry) {
  const [name, version] = entry.split(' ');
  return crates.find((crate) => crate.name === name && (!version || crate.version === version));
}

/** Two copies of one version at different paths are two components. */
function packageReference({ place, name, version }) {
  return `${packageUrl({ name, version })}${place === `node_modules/${name}` ? '' : `#${place}`}`;
}

function packageUrl({ name, version }) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function packageComponent(entry) {
  const { name, version, license, integrity, dev, devOptional } = entry;
  const [algorithm, hash] = integrity.split('-', 2);
  return {
    type: 'library',
    'bom-ref': packageReference(entry),
    name,
    version,
    purl: packageUrl(entry),
    // Tools of the build and of tests are in no product.
    scope: dev || devOptional ? 'excluded' : 'required',
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    ...(license && { licenses: [{ expression: license }] }),
  };
}

function packageDependencies({ place, dependencies = {} }, packages) {
  const found = Object.keys(dependencies).flatMap((name) => resolvePackage(name, place, packages) ?? []);
  return found.map(packageReference).sort();
}

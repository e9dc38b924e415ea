// `node scripts/supply-chain/main.mjs check | notices | sbom VERSION`: see the usage below.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtCrates, lockedCrates, lockedPackages, missingOptionalPackages, read, root } from './dependencies.mjs';
import { policy, violations } from './licences.mjs';
import { missingNotices, noticesFile, renderNotices, shippedSoftware } from './notices.mjs';
import { sbom } from './sbom.mjs';

const [command, version] = process.argv.slice(2);
const commands = {
  check,
  notices: () => writeFileSync(path.join(root, noticesFile), renderNotices(shippedSoftware())),
  sbom: () => process.stdout.write(`${JSON.stringify(sbom(version), null, 2)}\n`),
};
const usage = 'check: licences, sources, notices and complete locks; notices: write the notices; sbom VERSION: print the bill of materials';
if (!(command in commands) || (command === 'sbom' && !version)) {
  console.error(usage);
  process.exit(2);
}
commands[command]();

function check() {
  const locks = ['web', 'e2e'].map((folder) => lockedPackages(read(`${folder}/package-lock.json`)));
  const packages = locks.flat();
  const crates = builtCrates();
  const found = [
    ...locks.flatMap(missingOptionalPackages),
    ...violations({ crates, locked: lockedCrates(), packages }, policy()),
    ...missingNotices(shippedSoftware()).map((line) => `${noticesFile} (run \`make notices\`): ${line}`),
  ];
  for (const line of found) console.error(line);
  if (found.length > 0) process.exit(1);
  console.log(`${crates.length} crates and ${packages.length} packages have allowed licences and sources`);
}

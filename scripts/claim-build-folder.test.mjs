// After a build of another clone, the sources of this one are newer than the shared build output, and only then.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const sources = [
  'server/build.rs',
  'server/src/lib.rs',
  'server/src/main.rs',
  'server/tests/api/main.rs',
  'server/tests/faults/main.rs',
  'server/benches/main.rs',
  'crates/gazetteer/src/lib.rs',
];
const longAgo = new Date('2026-01-01T00:00:00Z');

function clone(folder) {
  for (const source of sources) {
    const file = path.join(folder, source);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  const script = path.join(folder, 'scripts/claim-build-folder');
  cpSync(path.join(import.meta.dirname, 'claim-build-folder'), script, { recursive: true });
  return {
    /** Which sources became newer. */
    claim(buildFolder) {
      for (const source of sources) utimesSync(path.join(folder, source), longAgo, longAgo);
      execFileSync(script, [buildFolder]);
      return sources.filter((source) => statSync(path.join(folder, source)).mtime > longAgo);
    },
  };
}

test('sources count as changed after a build of another clone', (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halcyon-clones-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const buildFolder = path.join(folder, 'cache/target');
  const [one, other] = ['one', 'other'].map((name) => clone(path.join(folder, name)));
  one.claim(buildFolder);
  assert.deepEqual(one.claim(buildFolder), []);
  assert.deepEqual(other.claim(buildFolder), sources);
  assert.deepEqual(other.claim(buildFolder), []);
  assert.deepEqual(one.claim(buildFolder), sources);
});

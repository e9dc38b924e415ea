// The archive of `make dist` has what is committed, nothing else and an image of its own, and is the same each time.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const run = (command, ...parameters) => execFileSync(command, parameters, { cwd: root, encoding: 'utf8' });

test('the archive is the same each time and has no file that is not committed', (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halcyon-dist-'));
  // Ignored by git, as deploy/halcyon.env is, which has the secrets of a site.
  const secret = path.join(root, 'deploy', `${path.basename(folder)}.log`);
  context.after(() => {
    rmSync(folder, { recursive: true });
    rmSync(secret, { force: true });
  });
  const binary = path.join(folder, 'halcyon');
  writeFileSync(binary, 'a binary');
  const pack = (name) => {
    const output = path.join(folder, name);
    execFileSync('scripts/dist', [output], { cwd: root, env: { ...process.env, HALCYON_BINARY: binary } });
    const archive = readdirSync(output).find((file) => file.endsWith('.tar.gz'));
    return path.join(output, archive);
  };
  const first = pack('first');
  writeFileSync(secret, 'HALCYON_SECRET_KEY=…');
  const second = pack('second');
  assert.ok(readFileSync(first).equals(readFileSync(second)));
  const text = (file) => run('tar', '--extract', '--gzip', '--to-stdout', '--file', second, '--wildcards', `*/${file}`);
  const image = text('Dockerfile');
  // The compose files build the folder above them. The image has only the last stage, with the binary of the archive.
  for (const file of ['compose.yaml', 'compose.household.yaml']) assert.match(text(`deploy/${file}`), /^ +(build|context): \.\.$/m);
  assert.deepEqual(image.match(/^(FROM [^\s@]+|COPY .*)/gm), ['FROM debian:trixie-slim', 'COPY halcyon /usr/local/bin/halcyon']);
  assert.ok(run('git', 'show', 'HEAD:Dockerfile').includes(image.slice(image.indexOf('USER '), image.indexOf('EXPOSE '))));
  assert.match(image, new RegExp(`^ARG REVISION=${run('git', 'rev-parse', 'HEAD').trim()}$`, 'm'));
  const packed = run('tar', '--list', '--gzip', '--file', second)
    .split('\n')
    .map((file) => file.split('/').slice(1).join('/'))
    .filter((file) => file && !file.endsWith('/'));
  const committed = run('git', 'ls-tree', '-r', '--name-only', 'HEAD', 'deploy', 'docs')
    .split('\n')
    .filter((file) => file && !file.startsWith('docs/pictures/'));
  const made = ['Dockerfile', 'THIRD-PARTY.txt', 'halcyon', 'sbom.cdx.json'];
  const others = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md'];
  const pictures = [...run('git', 'show', 'HEAD:README.md').matchAll(/"(docs\/pictures\/[^"]+)"/g)].map(([, picture]) => picture);
  assert.ok(pictures.length > 0);
  assert.deepEqual(packed.toSorted(), [...committed, ...made, ...others, ...pictures].toSorted());
});

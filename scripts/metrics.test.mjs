// The dashboard and the alerting rules use metrics that exist, all metrics are documented, and each rule has cases.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const rules = read('deploy/prometheus/halcyon-alerts.yaml');
const cases = read('deploy/prometheus/halcyon-alerts.test.yaml');
const dashboard = JSON.parse(read('deploy/grafana/halcyon.json'));
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Names of metrics in a text. A histogram is one metric. */
function metricsIn(text) {
  const names = text.match(/\b(?:halcyon|process)_[a-z_]+/g) ?? [];
  return new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')));
}

/** Names that the server writes, which stand as whole texts in its sources. */
function writtenMetrics() {
  const files = execFileSync('git', ['ls-files', 'server/src/*.rs'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const sources = files.filter((file) => !/(^|\/)tests(\/|\.rs$)/.test(file)).map((file) => read(file).split(/^#\[cfg\(test\)\]/m)[0]);
  return new Set([...sources.join('\n').matchAll(/"((?:halcyon|process)_[a-z_]+[a-z])"/g)].map(([, name]) => name));
}

/** Names in the section of docs/operations.md, where `name_{a,b}` stands for two. */
function documentedMetrics() {
  const [section] = read('docs/operations.md').match(/^## Metrics\n[\s\S]*?(?=^## )/m);
  const text = section.replace(/\b((?:halcyon|process)_[a-z_]+_)\{([a-z,]+)\}/g, (_, stem, ends) =>
    ends
      .split(',')
      .map((end) => stem + end)
      .join(' '),
  );
  return metricsIn(text);
}

/** At how many times of its cases an alert fires, and at how many it does not. */
function casesOf(name) {
  const found = [...cases.matchAll(/alertname: (\w+)( \}|\n)( +exp_alerts:)?/g)].filter(([, alert]) => alert === name);
  return { firing: found.filter(([, , , expected]) => expected).length, quiet: found.filter(([, , , expected]) => !expected).length };
}

const written = writtenMetrics();

test('every metric that the dashboard and the rules use exists', () => {
  assert.ok(written.size > 30);
  const used = new Set([...metricsIn(queries.join('\n')), ...metricsIn(rules.replace(/^ *#.*$/gm, ''))]);
  assert.deepEqual([...used].filter((name) => !written.has(name)), []);
});

test('the cases of the rules use metrics that exist', () => {
  const series = [...cases.matchAll(/- series: (\w+)/g)].map(([, name]) => name);
  assert.deepEqual([...metricsIn(series.join('\n'))].filter((name) => !written.has(name)), []);
});

test('every metric is documented, and no other', () => {
  const documented = documentedMetrics();
  assert.deepEqual([...written].filter((name) => !documented.has(name)), []);
  assert.deepEqual([...documented].filter((name) => !written.has(name)), []);
});

test('every alert has a case in which it fires, one in which it does not, and a runbook', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook: (.*)/g)];
  assert.equal(alerts.length, rules.match(/- alert: /g).length);
  const operations = read('docs/operations.md');
  for (const [, name, runbook] of alerts) {
    const { firing, quiet } = casesOf(name);
    assert.ok(firing > 0, `${name} never fires`);
    assert.ok(quiet > 0, `${name} always fires`);
    assert.ok(operations.includes(`**${runbook}`), runbook);
  }
});

test('every recorded ratio is used by a rule', () => {
  for (const [, name] of rules.matchAll(/- record: (\S+)/g)) {
    assert.ok(rules.split(name).length > 2, name);
  }
});

test('the panels of the dashboard have numbers of their own and do not overlap', () => {
  const ids = new Set(dashboard.panels.map(({ id }) => id));
  const places = new Set(dashboard.panels.map(({ gridPos: { x, y } }) => `${x},${y}`));
  assert.deepEqual([ids.size, places.size], [dashboard.panels.length, dashboard.panels.length]);
});

// Prints the median of several Lighthouse runs of one page; exits with 1 if it misses a limit.
import { appendFileSync, readFileSync } from 'node:fs';
import { cpuBlockingTime } from './lighthouse-tasks.mjs';

const [path, rows, ...files] = process.argv.slice(2);
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const traces = files.map((file) => JSON.parse(readFileSync(file.replace('.json', '-0.trace.json'), 'utf8')));
const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const median = (read) => middle(reports.map(read));
const score = (category) => Math.round(median((report) => report.categories[category].score) * 100);
const value = (audit) => median((report) => report.audits[audit].numericValue);

const row = {
  path,
  performance: score('performance'),
  accessibility: score('accessibility'),
  'best-practices': score('best-practices'),
  seo: score('seo'),
  'largest paint, ms': Math.round(value('largest-contentful-paint')),
  'blocking, ms': Math.round(middle(traces.map(cpuBlockingTime))),
  'with waiting, ms': Math.round(value('total-blocking-time')),
  shift: Number(value('cumulative-layout-shift').toFixed(4)),
};
appendFileSync(rows, `${JSON.stringify(row)}\n`);
console.log(Object.entries(row).map(([name, figure]) => `${name}: ${figure}`).join(' · '));

const minimum = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const maximum = { 'largest paint, ms': 1500, 'blocking, ms': 50, shift: 0 };
const missed = [
  ...Object.entries(minimum).filter(([name, limit]) => row[name] < limit),
  ...Object.entries(maximum).filter(([name, limit]) => row[name] > limit),
];
for (const [name, limit] of missed) {
  console.error(`${path}: ${name} is ${row[name]}, the limit is ${limit}`, failedAudits(name));
  process.exitCode = 1;
}

/** Why a score is below 100, in the first run; performance is explained by its figures. */
function failedAudits(category) {
  if (category === 'performance' || !(category in minimum)) return '';
  const audits = reports[0].categories[category].auditRefs.map(({ id }) => reports[0].audits[id]);
  return audits.filter(({ score }) => score !== null && score < 1).map(({ title }) => title);
}

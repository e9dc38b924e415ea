// Prints the median of several Lighthouse runs of one page; exits with 1 if a score that must be 100 is lower.
import { appendFileSync, readFileSync } from 'node:fs';

const [path, rows, ...files] = process.argv.slice(2);
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const median = (read) => reports.map(read).sort((a, b) => a - b)[Math.floor(reports.length / 2)];
const score = (category) => Math.round(median((report) => report.categories[category].score) * 100);
const value = (audit) => median((report) => report.audits[audit].numericValue);

const row = {
  path,
  performance: score('performance'),
  accessibility: score('accessibility'),
  'best-practices': score('best-practices'),
  seo: score('seo'),
  'largest paint, ms': Math.round(value('largest-contentful-paint')),
  'blocking, ms': Math.round(value('total-blocking-time')),
  shift: Number(value('cumulative-layout-shift').toFixed(4)),
};
appendFileSync(rows, `${JSON.stringify(row)}\n`);
console.log(Object.entries(row).map(([name, figure]) => `${name}: ${figure}`).join(' · '));

const musts = ['accessibility', 'best-practices', 'seo'];
for (const category of musts.filter((name) => row[name] < 100)) {
  const failing = reports[0].categories[category].auditRefs.map(({ id }) => reports[0].audits[id]);
  console.error(`${path}: ${category}`, failing.filter((audit) => audit.score !== null && audit.score < 1).map((audit) => audit.title));
  process.exitCode = 1;
}

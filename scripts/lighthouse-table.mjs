// Writes the rows from lighthouse-median.mjs into the table of docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs';

const [file, runs] = process.argv.slice(2);
const page = new URL('../docs/benchmarks.md', import.meta.url);
const rows = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const cells = (row) => [
  `\`${row.path}\``,
  row.performance,
  row.accessibility,
  row['best-practices'],
  row.seo,
  `${(row['largest paint, ms'] / 1000).toFixed(1)} s`,
  `${row['blocking, ms']} ms`,
  `${row['with waiting, ms']} ms`,
  row.shift,
];
const head = ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'largest paint', 'blocking', 'with waiting', 'shift'];
const line = (values) => `| ${values.join(' | ')} |`;
const section = [
  '## Pages (`make lighthouse`)',
  `Median of ${runs} on ${new Date().toISOString().slice(0, 10)}, mobile with simulated slow 4G and a slowed CPU.`,
  '',
  line(head),
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => line(cells(row))),
].join('\n');
const text = readFileSync(page, 'utf8');
const old = /## Pages \(`make lighthouse`\)\n(?:[^\n|#][^\n]*\n)*\n(?:\|[^\n]*(?:\n|$))+/;
if (!old.test(text)) throw new Error('docs/benchmarks.md has no table of pages');
writeFileSync(page, text.replace(old, `${section}\n`));

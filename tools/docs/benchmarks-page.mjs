// node tools/docs/benchmarks-page.mjs: writes docs/benchmarks.md from the newest measurement in docs/benchmarks. With --check it fails if the
// page is out of date. With --publish <yyyy-mm-dd> it first makes that measurement of what `npm run bench` has written to tools/bench/results.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { root } from './pages.mjs';

const FOLDER = join(root, 'docs/benchmarks');
const RESULTS = join(root, 'tools/bench/results');
const PAGE = join(root, 'docs/benchmarks.md');

/** A measurement has the name of its day, so that the last one is the newest. */
const newest = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .at(-1);

/** The text of the page of a measurement. Throws for one that has a value too many or too few. */
export async function benchmarksPage(file = newest()) {
  const { date, machine, note, tables } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
  const text = `# Benchmarks

Measured on ${date}: ${machine}. ${note} [\`npm run bench\`](../tools/bench/README.md) measures all of it on your machine, where absolute figures will differ and ratios hardly. Written by \`node tools/docs/benchmarks-page.mjs\` from [${file}](benchmarks/${file}).

${tables.map(section).join('\n')}
## What to make of it

- **Handlers that do something** are slower than any of this. The figures say what the scheduler adds to each: 25 to 120 µs.
- **Nobody is fast at everything.** Choose by what happens when something fails: [the comparison](comparison.md).
- **A run of your own** beside your database says more: \`npm run bench -- postgres\` takes some minutes.
`;
  return format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE });
}

function section({ title, unit, contestants, rows, remark }) {
  const wrong = rows.find(({ values }) => values.length !== contestants.length);
  if (wrong !== undefined)
    throw new Error(`'${wrong.name}' of '${title}' has not one value for each contestant`);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const lines = [
    line(['', ...contestants]),
    line(['---', ...contestants.map(() => '---:')]),
    ...rows.map(({ name, values }) => line([name, ...values.map(shown)])),
  ];
  return `## ${title}\n\nIn ${unit}.\n\n${lines.join('\n')}\n${remark === undefined ? '' : `\n${remark}\n`}`;
}

const shown = (value) =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumSignificantDigits: value < 100 ? 3 : 21 });

/** A measurement of the reports that `npm run bench` has written: a table for each suite. */
export function measurementOf(date, reports) {
  if (reports.length === 0) throw new Error('there are no results: npm run bench -- <suite> … writes them');
  const { node, arch, cpus, memoryGiB } = reports[0].machine;
  const tables = reports.map(({ suite, unit, contestants, rows, notes = [] }) => ({
    title: suite,
    unit,
    contestants,
    rows: rows.map(({ name, values }) => ({ name, values: contestants.map((each) => values[each] ?? null) })),
    ...(notes.length > 0 && { remark: notes.map((each) => `- ${each}`).join('\n') }),
  }));
  return {
    date,
    machine: `${cpus} cores, ${memoryGiB} GiB, ${arch}, Node.js ${node}`,
    note: 'Medians.',
    tables,
  };
}

function publish(date) {
  if (!/^\d{4}-\d\d-\d\d$/.test(date ?? ''))
    throw new Error('--publish needs the day of the run, such as 2026-11-18');
  const files = readdirSync(RESULTS).filter((file) => file.endsWith('.json'));
  const reports = files.sort().map((file) => JSON.parse(readFileSync(join(RESULTS, file), 'utf8')));
  const text = `${JSON.stringify(measurementOf(date, reports), null, 2)}\n`;
  writeFileSync(join(FOLDER, `${date}.json`), text);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const publishing = process.argv.indexOf('--publish');
  if (publishing > 0) publish(process.argv[publishing + 1]);
  const page = await benchmarksPage();
  if (!process.argv.includes('--check')) {
    writeFileSync(PAGE, page);
  } else if (readFileSync(PAGE, 'utf8') !== page) {
    console.error('docs/benchmarks.md is out of date; run node tools/docs/benchmarks-page.mjs');
    process.exitCode = 1;
  }
}

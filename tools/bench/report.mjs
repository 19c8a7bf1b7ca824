import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { barChart } from './bar-chart.mjs';
import { markdownTable, ratioTable, textTable, valueTable } from './tables.mjs';

/**
 * A report: `suite`, `unit`, `contestants` (names, ours first), `rows` ({ name, values: { contestant: number } }),
 * `verdicts`, and optional `notes` on the run (texts).
 */

/** A verdict on a ratio that should be at least `atLeast`. */
export function verdict(target, ratio, atLeast) {
  return judged({ target, measured: ratio, bound: `≥ ${atLeast}`, unit: '×', met: ratio >= atLeast });
}

/** A verdict on a value that should be at least `least`. */
export function atLeast(target, measured, least, unit) {
  return judged({ target, measured, bound: `≥ ${shown(least)}`, unit, met: measured >= least });
}

/** A verdict on a ratio or value that should be at most `most`. */
export function atMost(target, measured, most, unit = '×') {
  return judged({ target, measured, bound: `≤ ${shown(most)}`, unit, met: measured <= most });
}

// A target that could not be measured counts as missed.
function judged({ measured, ...rest }) {
  return Number.isFinite(measured) ? { ...rest, measured } : { ...rest, measured: null, met: false };
}

export function printReport(report) {
  console.log(`\n${report.suite} (${report.unit})\n`);
  console.log(textTable(valueTable(report, shown)));
  const ratios = ratioTable(report, shown);
  if (ratios) console.log(`\n${textTable(ratios)}`);
  console.log('');
  for (const each of report.verdicts) console.log(`${each.met ? '✔' : '✘'} ${inWords(each)}`);
  for (const note of report.notes ?? []) console.log(`· ${note}`);
}

/** Writes the report as JSON, Markdown and SVG. Returns the folder. */
export function writeReport(folder, report) {
  mkdirSync(folder, { recursive: true });
  const machine = {
    node: process.version,
    arch: arch(),
    cpus: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
  const file = (extension) => join(folder, `${report.suite}.${extension}`);
  writeFileSync(file('json'), `${JSON.stringify({ ...report, machine }, null, 2)}\n`);
  writeFileSync(file('md'), markdown(report, machine));
  writeFileSync(file('svg'), barChart(report, shown));
  return folder;
}

function shown(value) {
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
}

function inWords({ target, measured, bound, unit }) {
  return `${target}: ${measured === null ? 'not measured' : `${shown(measured)} ${unit}`} (target ${bound} ${unit})`;
}

function markdown(report, machine) {
  const ratios = ratioTable(report, shown);
  const verdicts = report.verdicts.map((each) => `- ${each.met ? 'met' : '**missed**'}: ${inWords(each)}`);
  const parts = [
    `# ${report.suite} (${report.unit})`,
    `Node ${machine.node}, ${machine.cpus} cores, ${machine.memoryGiB} GiB.`,
    markdownTable(valueTable(report, shown)),
    ...(ratios ? [markdownTable(ratios)] : []),
    verdicts.join('\n'),
    ...(report.notes?.length > 0 ? [report.notes.map((note) => `- ${note}`).join('\n')] : []),
    `![chart](${report.suite}.svg)`,
  ];
  return `${parts.join('\n\n')}\n`;
}

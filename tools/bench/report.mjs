import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch, cpus, totalmem } from 'node:os';

/**
 * A report: `suite`, `unit`, `contestants` (names), `rows` ({ name, values: { contestant: number } }) and `verdicts`
 * ({ target, ratio, atLeast, met }).
 */

export function verdict(target, ratio, atLeast) {
  return { target, ratio, atLeast, met: ratio >= atLeast };
}

export function printReport(report) {
  console.log(`\n${report.suite} (${report.unit})\n`);
  console.log(textTable(report));
  console.log('');
  for (const { target, ratio, atLeast, met } of report.verdicts) {
    console.log(`${met ? '✔' : '✘'} ${target}: ${ratio.toFixed(2)} × (target ≥ ${atLeast} ×)`);
  }
}

/** Returns the folder. */
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
  writeFileSync(file('svg'), barChart(report));
  return folder;
}

const shown = (value) => (value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3));

function cells({ contestants, rows }) {
  return [
    ['', ...contestants],
    ...rows.map(({ name, values }) => [
      name,
      ...contestants.map((each) => (values[each] === undefined ? '–' : shown(values[each]))),
    ]),
  ];
}

function textTable(report) {
  const lines = cells(report);
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
}

function markdown(report, machine) {
  const [head, ...lines] = cells(report);
  const row = (line) => `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const table = [
    row(head),
    row(head.map((_, column) => (column === 0 ? '---' : '--:'))),
    ...lines.map(row),
  ].join('\n');
  const verdicts = report.verdicts.map(
    ({ target, ratio, atLeast, met }) =>
      `- ${met ? 'met' : '**missed**'}: ${target}: ${ratio.toFixed(2)} × (target ≥ ${atLeast} ×)`,
  );
  return `# ${report.suite} (${report.unit})\n\nNode ${machine.node}, ${machine.cpus} cores, ${machine.memoryGiB} GiB.\n\n${table}\n\n${verdicts.join('\n')}\n\n![chart](${report.suite}.svg)\n`;
}

const COLOURS = ['#2563eb', '#9ca3af', '#d97706', '#059669', '#7c3aed', '#dc2626'];
const BAR = 14;
const LABELS = 260;
const WIDTH = 900;

/** One group of bars for each row, longest = the best of its row. */
function barChart({ suite, unit, contestants, rows }) {
  const group = contestants.length * BAR + 12;
  const height = 60 + rows.length * group;
  const bars = rows.flatMap(({ name, values }, index) => {
    const top = 50 + index * group;
    const best = Math.max(...contestants.map((each) => values[each] ?? 0));
    const label = `<text x="${LABELS - 8}" y="${top + group / 2}" text-anchor="end">${escapeXml(name)}</text>`;
    return [
      label,
      ...contestants.map((each, position) =>
        bar({
          value: values[each],
          best,
          top: top + position * BAR,
          colour: COLOURS[position % COLOURS.length],
        }),
      ),
    ];
  });
  const legend = contestants.map(
    (each, position) =>
      `<tspan fill="${COLOURS[position % COLOURS.length]}" dx="12">■ ${escapeXml(each)}</tspan>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="22" font-size="14">${escapeXml(`${suite} (${unit})`)}</text><text x="${LABELS}" y="40">${legend.join('')}</text>
${bars.join('\n')}
</svg>
`;
}

function bar({ value, best, top, colour }) {
  if (value === undefined) return '';
  const width = Math.max(1, ((WIDTH - LABELS - 110) * value) / best);
  return `<rect x="${LABELS}" y="${top}" width="${width.toFixed(1)}" height="${BAR - 2}" fill="${colour}"/><text x="${LABELS + width + 6}" y="${top + BAR - 4}">${shown(value)}</text>`;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

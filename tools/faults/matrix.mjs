/**
 * Prints the matrix. A cell is `{ fault, store, state: 'green' | 'red' | 'not run' | 'none', runs, why }`, where
 * `store` is the name of its column.
 */

const SIGNS = { green: '✔', red: '✘', 'not run': '?', none: '–' };
const COLORS = { green: 32, red: 31, 'not run': 33, none: 90 };
const LONGEST_REASON = 40;

/** The sums of the counts of all runs of a cell. */
export function figuresOf({ runs }) {
  const sum = {};
  for (const { figures } of runs)
    for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

/** The lines of text of one cell. */
export function linesOf(cell) {
  const sign = SIGNS[cell.state];
  if (cell.state === 'none') return [sign];
  if (cell.state === 'not run') return [`${sign} not run:`, shortened(cell.why)];
  const { executions = 0, starts: _, refused = 0, lost = 0, refusedEffects = 0, ...others } = figuresOf(cell);
  const counted = Object.entries(others).map(([name, value]) => `${value} ${name}`);
  return [
    `${sign} ${executions} executions`,
    ...(counted.length > 0 ? [counted.join(', ')] : []),
    `${refused} completions refused`,
    `${lost} leases lost`,
    ...(refusedEffects > 0 ? [`${refusedEffects} effects refused`] : []),
  ];
}

function shortened(text) {
  return text.length <= LONGEST_REASON ? text : `${text.slice(0, LONGEST_REASON - 1)}…`;
}

/**
 * The matrix as text.
 *
 * @param columns `[{ name, title }]` of the stores and queues, `rows` `[{ name, title, promises }]` of the faults
 */
export function printedMatrix({ cells, columns, rows, color = false }) {
  const head = ['fault', ...columns.map(({ title }) => title), 'check'];
  const body = rows.map((row) => [
    { lines: [row.name] },
    ...columns.map((column) => {
      const cell = cells.find(({ fault, store }) => fault === row.name && store === column.name);
      return { lines: linesOf(cell), code: COLORS[cell.state] };
    }),
    { lines: [row.promises] },
  ]);
  return table([head.map((text) => ({ lines: [text] })), ...body], color);
}

function table(rows, color) {
  const widths = rows[0].map((_, index) =>
    Math.max(...rows.flatMap((row) => row[index].lines.map((line) => line.length))),
  );
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const printed = rows.map((row) => {
    const height = Math.max(...row.map(({ lines }) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      row.map((cell, index) => colored(cell, line, widths[index], color)).join('  '),
    )
      .map((text) => text.trimEnd())
      .join('\n');
  });
  return [printed[0], rule, printed.slice(1).join(`\n${rule}\n`)].join('\n');
}

function colored({ lines, code }, index, width, color) {
  const text = (lines[index] ?? '').padEnd(width);
  return color && code !== undefined && lines[index] !== undefined ? `\u001b[${code}m${text}\u001b[0m` : text;
}

/** Rows of cells, the first of them the head: what was measured. */
export function valueTable({ contestants, rows }, shown) {
  return [
    ['', ...contestants],
    ...rows.map(({ name, values }) => [
      name,
      ...contestants.map((each) => (values[each] === undefined ? '–' : shown(values[each]))),
    ]),
  ];
}

/** Rows of cells: the first contestant divided by each other one, where there is one; null when it is always alone. */
export function ratioTable({ contestants: [ours, ...others], rows }, shown) {
  const ratio = (own, other) => (other > 0 ? `${shown(own / other)} ×` : '–');
  const compared = rows.filter(
    ({ values }) => values[ours] !== undefined && others.some((each) => values[each] > 0),
  );
  if (compared.length === 0) return null;
  return [
    [`${ours} ÷`, ...others],
    ...compared.map(({ name, values }) => [name, ...others.map((each) => ratio(values[ours], values[each]))]),
  ];
}

export function textTable(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
}

export function markdownTable([head, ...lines]) {
  const row = (line) => `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...lines.map(row)].join(
    '\n',
  );
}

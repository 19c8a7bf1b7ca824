/** The measured values as rows of cells, the first of which is the head. */
export function valueTable({ contestants, rows }, shown) {
  return [
    ['', ...contestants],
    ...rows.map(({ name, values }) => [
      name,
      ...contestants.map((each) => (values[each] === undefined ? '–' : shown(values[each]))),
    ]),
  ];
}

/** The values of the first contestant divided by those of each other one, as rows of cells. Null if it has no other. */
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

const columns = [
  { title: 'package', of: ({ name }) => name },
  { title: 'files', of: ({ files }) => files, isNumber: true },
  { title: 'median', of: ({ medianFile }) => medianFile, isNumber: true },
  {
    title: 'largest file',
    of: ({ largestFile }) => largestFile && `${pad(largestFile.lines)} ${largestFile.file}`,
  },
  { title: 'median', of: ({ medianFunction }) => medianFunction, isNumber: true },
  {
    title: 'largest function',
    of: ({ largestFunction }) => largestFunction && functionCell(largestFunction),
  },
  {
    title: 'exports',
    of: ({ entries }) => entries.map(({ entry, names }) => `${entry} ${names ?? 'missing'}`).join(', '),
  },
  { title: 'folder cycles', of: ({ folderCycles }) => folderCycles.length, isNumber: true },
  { title: 'file cycles', of: ({ fileCycles }) => fileCycles.length, isNumber: true },
];

const pad = (lines) => String(lines).padStart(3);
const functionCell = ({ lines, name, file, line }) => `${pad(lines)} ${name} (${file}:${line})`;

/** The table for people: a line of titles and one line for each project. Sizes are lines. */
export function tableOf(summaries) {
  const cells = summaries.map((summary) => columns.map((column) => String(column.of(summary) ?? '')));
  const rows = [columns.map(({ title }) => title), ...cells];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index].length)));
  return rows.map((row) =>
    row
      .map((cell, index) =>
        columns[index].isNumber ? cell.padStart(widths[index]) : cell.padEnd(widths[index]),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Every exported name by package and file, to be read in one go. */
export function namesOf(projects) {
  return projects.flatMap(({ folder, files }) => [
    folder,
    ...files
      .filter(({ names }) => names.length > 0)
      .map(({ file, names }) => `  ${file}: ${names.join(', ')}`),
    '',
  ]);
}

/** Colours on a terminal, unless NO_COLOR asks for none. */
export function paintsFor(stream, env) {
  const isOn = !env.NO_COLOR && (env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : stream.isTTY === true);
  const paint = (code) => (text) => (isOn ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: paint(1), red: paint(31), green: paint(32) };
}

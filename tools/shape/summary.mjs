/** The numbers of a project, as the table and the JSON document show them. Null where there is nothing to measure. */
export function summaryOf({ name, folder, files, functions, entries, folderCycles, fileCycles }) {
  // A table of contents says nothing about how long files get.
  const written = files.filter(({ isTableOfContents }) => !isTableOfContents);
  return {
    name,
    folder,
    files: files.length,
    medianFile: median(written),
    largestFile: pick(largest(written), ['file', 'lines']),
    // Short callbacks without a name would pull the median down to one line.
    medianFunction: median(functions.filter(({ isNamed }) => isNamed)),
    largestFunction: pick(largest(functions), ['name', 'file', 'line', 'lines']),
    entries,
    folderCycles,
    fileCycles,
  };
}

function median(measured) {
  const lines = measured.map((each) => each.lines).sort((a, b) => a - b);
  return lines[Math.floor(lines.length / 2)] ?? null;
}

const largest = (measured) =>
  measured.reduce((most, each) => (most === null || each.lines > most.lines ? each : most), null);

const pick = (object, keys) => object && Object.fromEntries(keys.map((key) => [key, object[key]]));

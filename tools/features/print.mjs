/** The table for people: one line for each feature, and one below it for each test where that is asked for. */
export function tableOf({ rows, sections, withTests }) {
  const widest = Math.max(...rows.map(({ title }) => title.length));
  const lines = [];
  let section = null;
  for (const row of rows) {
    if (row.section !== section) {
      section = row.section;
      lines.push('', `${section}. ${sections[section]}`);
    }
    lines.push(`  ${row.number.padEnd(4)}  ${row.title.padEnd(widest)}  ${stateOf(row)}`);
    if (withTests) for (const { file, title } of row.tests) lines.push(`          ${file}: ${title}`);
  }
  return lines.slice(1);
}

function stateOf({ tests, adapters, later }) {
  const note = later === null ? '' : `${later.partly ? 'the rest later' : 'later'}: ${later.reason}`;
  if (tests.length === 0) return later === null ? '✖ no test' : `· ${note}`;
  const where = adapters.length === 0 ? 'no store' : adapters.join(', ');
  const files = [...new Set(tests.map(({ file }) => file.split('/').at(-1)))];
  const shown = `${files.slice(0, 2).join(', ')}${files.length > 2 ? `, +${files.length - 2}` : ''}`;
  const count = `${String(tests.length).padStart(3)} ${tests.length === 1 ? 'test ' : 'tests'}`;
  return `✔ ${count}  ${where.padEnd(33)}  ${shown}${note === '' ? '' : ` · ${note}`}`;
}

/** What makes the check fail, in words. Empty: nothing does. */
export function problemsOf({ gaps, outdated, unknown }) {
  return [
    ...(gaps.length === 0
      ? []
      : [
          `no test carries ${gaps.join(', ')} in its title; write one, or give the reason in tools/features/out-of-scope.json`,
        ]),
    ...(outdated.length === 0
      ? []
      : [`${outdated.join(', ')} have tests now; take them out of tools/features/out-of-scope.json`]),
    ...(unknown.length === 0 ? [] : [`no feature has the number ${unknown.join(', ')}`]),
  ];
}

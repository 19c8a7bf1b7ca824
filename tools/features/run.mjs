// `npm run features`: which test proves which feature, on which store; exit code 1 on a gap.
//   --missing   only features without a test     --tests   with the title of every test
//   --json      one JSON document                --root    another workspace, for tests
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { coverage } from './coverage.mjs';
import { problemsOf, tableOf } from './print.mjs';
import { workspaceTests } from './workspace-tests.mjs';

const { values } = parseArgs({
  options: {
    missing: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    root: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
  },
});
const root = resolve(values.root);
const read = (name) => JSON.parse(readFileSync(resolve(root, 'tools/features', name), 'utf8'));
const { sections, features } = read('features.json');
const found = coverage({ features, outOfScope: read('out-of-scope.json'), tests: workspaceTests(root) });
const rows = values.missing ? found.rows.filter(({ tests }) => tests.length === 0) : found.rows;
const problems = problemsOf(found);

if (values.json) {
  console.log(JSON.stringify({ ...found, rows, problems }, null, 2));
} else {
  if (rows.length > 0) console.log(tableOf({ rows, sections, withTests: values.tests }).join('\n'));
  const proven = found.rows.filter(({ tests }) => tests.length > 0).length;
  const later = found.rows.filter(({ tests, later: reason }) => tests.length === 0 && reason !== null).length;
  console.log(
    `\n${features.length} features: ${proven} proven, ${later} later, ${found.gaps.length} without a test`,
  );
  for (const problem of problems) console.log(`✖ ${problem}`);
}
process.exitCode = problems.length === 0 ? 0 : 1;

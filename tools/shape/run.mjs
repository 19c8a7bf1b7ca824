// `npm run shape`: how large the files and functions of each package are, what it exports, and whether anything imports in
// a cycle; exit code 1 on a cycle and on what is larger than the limits in tools/lint/limits.mjs.
//   --names   every exported name by package and file     --json   one JSON document
//   --quiet   only what is wrong                          --root   another workspace, for tests
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { limits } from '@scheduler/lint/limits';
import { measure } from './measure.mjs';
import { namesOf, paintsFor, tableOf } from './print.mjs';
import { problemsOf } from './problems.mjs';
import { projectFolders } from './projects.mjs';
import { summaryOf } from './summary.mjs';

const { values } = parseArgs({
  options: {
    names: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    root: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
  },
});
const root = resolve(values.root);
const projects = projectFolders(root)
  .map((folder) => measure(root, folder))
  .filter(({ files }) => files.length > 0);
const problems = projects.flatMap(problemsOf);

if (values.json) printJson();
else if (values.names) console.log(namesOf(projects).join('\n').trimEnd());
else printTable();
process.exitCode = problems.length === 0 ? 0 : 1;

function printJson() {
  const packages = projects.map((project) => ({
    ...summaryOf(project),
    ...(values.names && {
      names: Object.fromEntries(
        project.files.filter(({ names }) => names.length > 0).map(({ file, names }) => [file, names]),
      ),
    }),
  }));
  console.log(JSON.stringify({ limits, packages, problems }, null, 2));
}

function printTable() {
  const { bold, red, green } = paintsFor(process.stdout, process.env);
  if (!values.quiet) {
    const [titles, ...rows] = tableOf(projects.map(summaryOf));
    console.log('The shape of the workspace: sizes in lines, without tests and what only tests use.\n');
    console.log([bold(titles), ...rows, ''].join('\n'));
  }
  for (const problem of problems) console.log(red(`✖ ${problem}`));
  const files = projects.reduce((sum, project) => sum + project.files.length, 0);
  const allowed = `${limits.fileLines} lines a file, ${limits.functionLines} a function, ${limits.parameters} parameters`;
  const summary = `${projects.length} packages, ${files} files: ${problems.length} problems (allowed: no cycles, ${allowed})`;
  console.log(problems.length === 0 ? green(`✔ ${summary}`) : red(`✖ ${summary}`));
}

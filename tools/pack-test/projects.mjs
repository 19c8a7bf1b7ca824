import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './command.mjs';
import { root } from './packages.mjs';

export const TSC = join(root, 'node_modules/typescript/bin/tsc');
const PROGRAMS = fileURLToPath(new URL('./programs', import.meta.url));
const COMPLETE_EXAMPLE = /^```ts\n(.*?)^```$/gms;

/** The names that each entry has at run time, for a project that requires or imports it. `program` is the Node.js to ask. */
export async function exportedNames(project, entries, program = process.execPath) {
  const names = JSON.parse(await run(program, ['probe.js', ...entries], project));
  return new Map(
    Object.entries(names).map(([entry, all]) => [
      entry,
      all.filter((each) => !['default', 'module.exports', '__esModule'].includes(each)).sort(),
    ]),
  );
}

/**
 * Compiles a project of a stranger: every name that exists at run time must exist in the types, and our programs and the examples
 * of the READMEs must compile as they are.
 */
export async function compileProject(project, { names = new Map(), programs, readmes = [] }) {
  const lines = [...names].flatMap(([entry, all], index) => [
    `import * as entry${index} from '${entry}';`,
    `export const names${index} = [${all.map((name) => `entry${index}.${name}`).join(', ')}];`,
  ]);
  writeFileSync(join(project, 'src/names.ts'), `${[...lines, 'export {};'].join('\n')}\n`);
  for (const program of programs) copyFileSync(join(PROGRAMS, program), join(project, 'src', program));
  readmes.forEach((readme, number) => writeExamples(readme, { project, number }));
  await run(process.execPath, [TSC, '-p', '.'], project);
}

function writeExamples(readme, { project, number }) {
  const examples = [...readFileSync(readme, 'utf8').matchAll(COMPLETE_EXAMPLE)];
  examples.forEach(([, source], index) =>
    writeFileSync(join(project, 'src', `readme-${number}-${index}.ts`), source),
  );
}

/** Runs a compiled program, which says so when it came to its end. */
export async function runProgram(project, program) {
  const output = await run(process.execPath, [join('out', program.replace('.ts', '.js'))], project);
  assert.match(output, /^everything works$/m);
}

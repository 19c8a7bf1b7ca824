// `npm run example -- <name>`: updates the build, then runs an example. Without a name it lists the examples.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exampleNames } from './examples-page.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const [name, ...rest] = process.argv.slice(2);

if (exampleNames().includes(name)) {
  process.exitCode = build() || run(path(`../apps/examples/dist/${name}/main.js`), ...rest);
} else {
  console.error(
    `${name === undefined ? '' : `There is no example '${name}'. `}Usage: npm run example -- <name>`,
  );
  console.error(`names: ${exampleNames().join(', ')}`);
  process.exitCode = 2;
}

function build() {
  console.error('building …');
  // Without type checks, which `npm test` does, so that the example starts faster.
  const project = path('../apps/examples/tsconfig.lib.json');
  return run(path('../node_modules/typescript/bin/tsc'), '--build', '--noCheck', project);
}

function run(program, ...args) {
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1;
}

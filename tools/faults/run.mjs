// `npm run faults -- --fault kill-storm --store postgres`: real processes under faults, judged by what a witness saw.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

if (!build()) {
  console.error('What is to be tried does not build.');
  process.exit(1);
}
const { main } = await import('./main.mjs');
// At once: sockets of servers that were killed must not keep it alive.
process.exit(await main(process.argv.slice(2)));

// What is tried is what users get: the compiled packages.
function build() {
  const projects = ['apps/reference', 'packages/testing'].map((name) =>
    path(`../../${name}/tsconfig.lib.json`),
  );
  const compiler = path('../../node_modules/typescript/bin/tsc');
  // Not to standard output, which is the result.
  const stdio = ['ignore', process.stderr, 'inherit'];
  return spawnSync(process.execPath, [compiler, '--build', ...projects], { stdio }).status === 0;
}

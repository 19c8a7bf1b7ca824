// `npm run faults -- --fault kill-storm --store postgres`: runs real processes under faults and checks what a witness saw.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

if (!build()) {
  console.error('The packages under test do not compile.');
  process.exit(1);
}
const { main } = await import('./main.mjs');
// Exits explicitly, because sockets of killed servers would keep the process alive.
process.exit(await main(process.argv.slice(2)));

// Compiles the packages, because faults run what users get.
function build() {
  const projects = ['apps/reference', 'packages/testing'].map((name) =>
    path(`../../${name}/tsconfig.lib.json`),
  );
  const compiler = path('../../node_modules/typescript/bin/tsc');
  // The output goes to standard error, because standard output has the result.
  const stdio = ['ignore', process.stderr, 'inherit'];
  return spawnSync(process.execPath, [compiler, '--build', ...projects], { stdio }).status === 0;
}

// `npm run faults -- --fault kill-storm --store postgres`: real processes under faults, judged by what a witness saw.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

build();
const { main } = await import('./main.mjs');
process.exitCode = await main(process.argv.slice(2));
// Sockets of servers that were killed must not keep it alive.
process.exit();

// What is tried is what users get: the compiled packages.
function build() {
  const projects = ['apps/reference', 'packages/testing'].map((name) =>
    path(`../../${name}/tsconfig.lib.json`),
  );
  execFileSync(process.execPath, [path('../../node_modules/typescript/bin/tsc'), '--build', ...projects], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

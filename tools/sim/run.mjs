// `npm run sim -- --seeds 500`: the simulator over many seeds; `--exhaustive`, `--mutants`, or one seed again by `--seed`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

// What is tried is what users get: the compiled packages.
execFileSync(
  process.execPath,
  [path('../../node_modules/typescript/bin/tsc'), '--build', path('./tsconfig.lib.json')],
  {
    stdio: 'inherit',
  },
);
const { main } = await import('./dist/main.js');
process.exitCode = await main(process.argv.slice(2));

// `npm run sim -- --seeds 500`: runs the simulator over many seeds; also `--exhaustive`, `--mutants`, or one seed again with `--seed`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

// Compiles the packages, because the simulator runs what users get.
execFileSync(
  process.execPath,
  [path('../../node_modules/typescript/bin/tsc'), '--build', path('./tsconfig.lib.json')],
  {
    stdio: 'inherit',
  },
);
const { main } = await import('./dist/main.js');
process.exitCode = await main(process.argv.slice(2));

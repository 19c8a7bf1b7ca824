// `npm start`: bring the build up to date, then become the reference application.
import { spawnSync } from 'node:child_process';
import Module from 'node:module';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

console.error('building …');
const build = spawnSync(
  process.execPath,
  [path('../node_modules/typescript/bin/tsc'), '--build', path('../apps/reference/tsconfig.lib.json')],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
if (build.status !== 0) process.exit(build.status ?? 1);

// In this very process, not in a child: signals reach the application once, and its exit code is ours.
process.argv[1] = path('../apps/reference/dist/main.js');
Module.runMain();

// `npm start`: updates the build, then runs the reference application.
import { spawnSync } from 'node:child_process';
import Module from 'node:module';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

build();
deliverOnce('SIGINT', 'SIGTERM');
// In the same process (and `exec` in the npm script), so that the application gets the signals and sets the exit code.
process.argv[1] = path('../apps/reference/dist/main.js');
Module.runMain();

function build() {
  console.error('building …');
  const compiler = path('../node_modules/typescript/bin/tsc');
  const { status } = spawnSync(
    process.execPath,
    // Without type checks, which `npm test` does, so that the application starts faster.
    [compiler, '--build', '--noCheck', path('../apps/reference/tsconfig.lib.json')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}

// On Ctrl-C the terminal signals the whole process group, and npm passes the signal on once more. An application that takes a
// second signal as "stop at once" would never stop gracefully.
function deliverOnce(...signals) {
  const emit = process.emit;
  const last = new Map();
  process.emit = function (event, ...args) {
    if (signals.includes(event)) {
      const elapsed = performance.now() - (last.get(event) ?? -Infinity);
      if (elapsed < 250) return true;
      last.set(event, performance.now());
    }
    return emit.call(this, event, ...args);
  };
}

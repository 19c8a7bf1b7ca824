import { fork } from 'node:child_process';

/** Every process that this one has started and that may still run. */
const alive = new Set();

// Stopped processes too: they would wait for ever for somebody to let them go on.
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** A Node.js program of ours that ends with this process, however this one ends. */
export function startProgram(file, { env, execArgv = [], stdio = ['ignore', 'pipe', 'pipe', 'ipc'] }) {
  const child = fork(file, { env, execArgv, stdio });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  // A message to a process that has just died is lost; that is no error of ours.
  child.on('error', () => {});
  return child;
}

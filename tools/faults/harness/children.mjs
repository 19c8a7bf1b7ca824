import { fork } from 'node:child_process';

/** The child processes that may still run. */
const alive = new Set();

// SIGKILL also ends stopped processes, which would otherwise stay for ever.
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Starts a Node.js program that ends with this process, however this one ends. */
export function startProgram(file, { env, execArgv = [], stdio = ['ignore', 'pipe', 'pipe', 'ipc'] }) {
  const child = fork(file, { env, execArgv, stdio });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  // A message to a process that has just died is lost, which is not an error.
  child.on('error', () => {});
  return child;
}

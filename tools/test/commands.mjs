import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.mjs';

export const nx = (...args) => run('nx', args);
export const nxWith = (env, ...args) => run('nx', args, env);
export const prettier = (...args) => run('prettier', args);

/** Runs a program of the workspace with its output shown; resolves to whether it succeeded. */
function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, NX_TUI: 'false' },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

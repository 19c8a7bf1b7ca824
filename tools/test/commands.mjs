import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const installed = (name) => join(root, 'node_modules/.bin', name);

export const nx = (...args) => run(installed('nx'), args);
export const nxWith = (env, ...args) => run(installed('nx'), args, env);
export const prettier = (...args) => run(installed('prettier'), args);
export const node = (...args) => run(process.execPath, args);

/** Runs a program with its output shown; resolves to whether it succeeded. */
function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, NX_TUI: 'false' },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

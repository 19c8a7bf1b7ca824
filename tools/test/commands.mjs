import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { resultFile, root } from './workspace.mjs';

const installed = (name) => join(root, 'node_modules/.bin', name);

export const nx = (...args) => captured(installed('nx'), args);
export const eslint = (...args) => captured(installed('eslint'), args);
export const tsc = (...args) => captured(installed('tsc'), args);
export const prettier = (...args) => captured(installed('prettier'), args);
export const node = (...args) => captured(process.execPath, args);

/** Runs the tests of all projects in one jest, with its output shown; resolves to whether they succeeded. */
export function jest(env, ...args) {
  const fixed = ['--config', 'tools/test/all-projects.cjs', '--ci', '--json', `--outputFile=${resultFile}`];
  return new Promise((resolve, reject) => {
    // Most of what tests allocate dies young: with a larger young generation they need an eighth less processor time.
    const program = ['--max-semi-space-size=64', join(root, 'node_modules/jest/bin/jest.js')];
    const child = start(process.execPath, [...program, ...fixed, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Runs a program and keeps what it prints, because others run beside it. Resolves to `{ succeeded, output }`. */
function captured(program, args) {
  return new Promise((resolve, reject) => {
    const child = start(program, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ succeeded: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

function start(program, args, { env, stdio }) {
  return spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env, NX_TUI: 'false' } });
}

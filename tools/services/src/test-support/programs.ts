import { type ChildProcess, spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(__dirname, '../..');
const foreign = /^(SCHEDULER_TEST_|CI$|NODE_OPTIONS$)/;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `run.mjs` in an environment without addresses of servers. */
export function startRun(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return startNode([join(folder, 'run.mjs'), ...args], env);
}

/** Runs `run.mjs` to its end. */
export function run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended> {
  return ended(startRun(args, env));
}

/**
 * Runs code that uses the module `file` as `module`, to its end. It runs in its own process, because jest does not load
 * ES modules.
 */
export function evaluate(file: string, code: string, env?: Readonly<Record<string, string>>): Promise<Ended> {
  return ended(startModule(file, code, env));
}

/** Starts code that uses the module `file` as `module`. */
export function startModule(
  file: string,
  code: string,
  env?: Readonly<Record<string, string>>,
): ChildProcess {
  const program = `import * as module from '${pathToFileURL(join(folder, file)).href}';\n${code}`;
  return startNode(['--input-type=module', '--eval', program], env);
}

/** Resolves to the match of the pattern in the standard output of a running program. */
export function outputOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString();
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`ended (${code}) without the output ${pattern.source}`)));
  });
}

/** Whether a server accepts connections at the address. */
export function answers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Resolves to whether the server is gone within five seconds. */
export async function goesAway(url: string): Promise<boolean> {
  for (let check = 0; check < 50; check += 1) {
    if (!(await answers(url))) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

function startNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return spawn(process.execPath, args, { env: { ...Object.fromEntries(inherited), ...env } });
}

function ended(child: ChildProcess): Promise<Ended> {
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (data: Buffer) => (text.stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (text.stderr += data.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...text }));
  });
}

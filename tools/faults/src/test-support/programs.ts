import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(__dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `run.mjs` to its end. */
export function runFaults(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return ended([join(folder, 'run.mjs'), ...args], env);
}

/**
 * Evaluates an expression in which `module` is the module `file`. It runs in its own process, because jest does not load ES modules.
 */
export async function evaluate<T>(file: string, expression: string): Promise<T> {
  const program = `import * as module from '${pathToFileURL(join(folder, file)).href}';
    console.log(JSON.stringify(await (${expression})));`;
  const { code, stdout, stderr } = await ended(['--input-type=module', '--eval', program], {});
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

function ended(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  // The options that jest sets for itself are not passed on.
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child = spawn(process.execPath, args, { env: { ...inherited, ...env } });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => (text.stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (text.stderr += data.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...text }));
  });
}

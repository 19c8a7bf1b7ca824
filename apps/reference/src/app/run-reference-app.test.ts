import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolders } from '../test-support/temporary-folder.js';
import { runReferenceApp } from './run-reference-app.js';

describe('runReferenceApp', () => {
  const newFolder = temporaryFolders();

  async function run(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const lines: string[] = [];
    await runReferenceApp({
      env: {
        REFERENCE_DATA_DIR: newFolder(),
        SCHEDULER_STORE: 'memory',
        SCHEDULER_HTTP_PORT: '0',
        ...env,
      },
      print: (line) => lines.push(line),
      printError: (line) => lines.push(`error: ${line}`),
      stopRequested: Promise.resolve(),
    });
    return lines;
  }

  it('prints the schedules, and stops when it is asked to', async () => {
    const lines = await run({ REFERENCE_PACE: 'real' });
    expect(lines.slice(0, 2)).toEqual([
      'Back office on @scheduler, pace real',
      '  jobs   memory, which forgets when the process ends',
    ]);
    expect(lines.filter((line) => line.includes('next ')).map((line) => line.trim().split(' ')[0])).toEqual([
      'weekly-sales-report',
      'daily-orders-export',
      'reindex-help-center',
      'daily-cleanup',
      'health-check',
    ]);
    expect(lines.slice(-2)).toEqual(['stopping …', 'stopped: 0 executions completed; 0 failed']);
  });

  it('serves its API to this machine with a token, on any free port where its own is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const lines: string[] = [];
    const asked = ask(lines);
    await runReferenceApp({
      env: { REFERENCE_DATA_DIR: newFolder(), SCHEDULER_STORE: 'memory', SCHEDULER_HTTP_PORT: String(port) },
      print: (line) => lines.push(line),
      printError: (line) => lines.push(`error: ${line}`),
      stopRequested: asked,
    });
    other.close();
    expect(lines.find((line) => line.includes('API'))).toMatch(
      new RegExp(`^ {2}API {4}http://127\\.0\\.0\\.1:\\d+/api/v1/scheduler \\(port ${port} is taken\\)$`),
    );
    expect(await asked).toEqual([200, 200, 401]);
  });

  /** Asks for the jobs and the documents with the printed token, and without. */
  async function ask(lines: readonly string[]): Promise<readonly number[]> {
    const shown = (name: string) =>
      lines
        .find((line) => line.trim().startsWith(name))
        ?.trim()
        .split(/ +/)[1] ?? '';
    await new Promise((resolve) => setImmediate(resolve));
    while (shown('token') === '') await new Promise((resolve) => setImmediate(resolve));
    const authorization = `Bearer ${shown('token')}`;
    const answers = await Promise.all([
      fetch(`${shown('API')}/jobs`, { headers: { authorization } }),
      fetch(shown('docs'), { headers: { authorization } }),
      fetch(`${shown('API')}/jobs`),
    ]);
    return answers.map(({ status }) => status);
  }

  it('adds a scene and frequent schedules at demo pace', async () => {
    const lines = await run({});
    expect(lines.some((line) => line.includes('demo-sales-report'))).toBe(true);
    expect(lines.some((line) => line.includes('Ada signed up'))).toBe(true);
  });

  it('prints the path of its file, and finds its jobs there again', async () => {
    const file = join(newFolder(), 'deep/scheduler.db');
    const env = { REFERENCE_PACE: 'real', SCHEDULER_STORE: 'sqlite', SCHEDULER_SQLITE_FILE: file };
    const first = await run(env);
    expect(first[1]).toBe(`  jobs   SQLite in ${file}`);
    expect(existsSync(file)).toBe(true);
    const declared = (lines: readonly string[]) => lines.filter((line) => line.includes('next '));
    // If the job were declared again, `every 5 minutes` would start from now.
    expect(declared(await run(env))).toEqual(declared(first));
  });

  it.each([
    [{ SCHEDULER_STORE: 'sqlit' }, "SCHEDULER_STORE (store): is not a known store; did you mean 'sqlite'?"],
    [
      { SCHEDULER_STORE: 'postgres' },
      'postgres.url: is missing, and the store is postgres: set SCHEDULER_POSTGRES_URL',
    ],
    [{ SCHEDULER_STOER: 'memory' }, 'did you mean SCHEDULER_STORE?'],
    [{ REFERENCE_PACE: 'slow' }, 'REFERENCE_PACE: is not a pace, got "slow"; accepted: demo or real'],
  ])('refuses %j', async (env, message) => {
    await expect(run(env)).rejects.toThrow(message);
  });
});

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/http.md'), 'utf8');
const SECTION = PAGE.slice(PAGE.indexOf('## With curl'), PAGE.indexOf('## Serving'));
const [, serveBlock = '', callBlock = ''] = SECTION.split(/```(?:sh)?\n/).filter((_, index) => index !== 2);

interface Serving {
  readonly url: string;
  readonly token: string;
}

interface Shown {
  readonly status: string;
}

const folder = mkdtempSync(join(tmpdir(), 'scheduler-readme-'));
let server: ChildProcess | null = null;
afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** As `npm start` does: the console runs what is built. */
beforeAll(async () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '--build', '--noCheck', 'tsconfig.lib.json'], {
    cwd: join(ROOT, 'apps/reference'),
  });
}, 120_000);

/** Calls what the page says, on another port and with another file. */
async function startServer(): Promise<Serving> {
  const words = /^npx scheduler (.*?)\s*#/m.exec(serveBlock)?.[1]?.split(' ') ?? [];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_OPTIONS: '',
    SCHEDULER_HTTP_PORT: '0',
    SCHEDULER_SQLITE_FILE: join(folder, 'jobs.db'),
    REFERENCE_DATA_DIR: folder,
    REFERENCE_PACE: 'real',
  };
  const started = spawn(process.execPath, ['packages/console/bin/scheduler.js', ...words, '--json'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = started;
  for await (const line of createInterface({ input: started.stdout })) return JSON.parse(line) as Serving;
  throw new Error('it ended before it served');
}

/** Runs a part of the page in a shell. */
async function inShell(script: string, { url, token }: Serving): Promise<string> {
  const given = script.replace(/^API=\S+ TOKEN=\S+$/m, '');
  expect(given).not.toBe(script);
  const shell = await promisify(execFile)('sh', ['-euc', given], {
    env: { ...process.env, API: url, TOKEN: token },
  });
  return shell.stdout;
}

it('what the page says about HTTP works: serve, create a job by curl, and see it run (F228)', async () => {
  const serving = await startServer();
  const calls = callBlock.split(/(?=^curl )/m);
  const [variables = '', create = '', look = ''] = calls;
  expect(calls).toHaveLength(3);
  expect(JSON.parse(await inShell(variables + create, serving))).toMatchObject({ name: 'from-curl' });
  let shown: readonly Shown[] = [];
  while (shown[0]?.status !== 'success')
    shown = (JSON.parse(await inShell(variables + look, serving)) as { items?: Shown[] } & Shown[]) ?? [];
  expect(shown).toHaveLength(1);
  expect((await fetch(`${serving.url}/jobs`)).status).toBe(401);
  const ended = new Promise((resolve) => server?.once('exit', resolve));
  server?.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 60_000);

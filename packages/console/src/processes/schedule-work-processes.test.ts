import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../test-support/child-environment.js';
import { Scene } from '../test-support/scene.js';

const packageRoot = join(__dirname, '../..');
const binary = join(packageRoot, 'bin/scheduler.js');

/** `meet` ends when two processes have come, `hold` when the test writes a file, `grow` keeps memory, `stuck` never ends. */
const CONFIG = `
const { existsSync, readdirSync, writeFileSync } = require('node:fs');
const { createNodeFromEnvironment } = require('@scheduler/console/stores');
const until = async (holds) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};
const handler = (type, handle) => ({ types: [type], supports: (given) => given === type, handle });
const meet = async () => {
  writeFileSync('met-' + process.pid, '');
  await until(() => readdirSync('.').filter((name) => name.startsWith('met-')).length === 2);
};
const hold = () => until(() => existsSync('go'));
const kept = [];
const grow = () => void kept.push(Buffer.alloc(400 * 2 ** 20, 1));
const stuck = () => new Promise(() => undefined);
if (process.env.FAILS_IN_CHILDREN && process.send) throw new Error('no such service');
module.exports = {
  node: () =>
    createNodeFromEnvironment({
      root: __dirname,
      handlers: [handler('meet', meet), handler('hold', hold), handler('grow', grow), handler('stuck', stuck)],
      config: { shutdownGrace: '20s', queues: { default: 1 }, sqlite: { file: 'jobs.db' } },
    }),
};
`;

interface Line {
  readonly event: string;
  readonly process: number;
  readonly pid: number;
  readonly node: string;
  readonly reason: string;
  readonly health: string;
  readonly type: string;
}

describe('schedule:work --processes', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    mkdirSync(join(packageRoot, 'tmp'), { recursive: true });
    folder = mkdtempSync(join(packageRoot, 'tmp/processes-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
    writeFileSync(join(folder, 'scheduler.config.js'), CONFIG);
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, maxRetries: 20 });
  });

  function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [binary, ...words, '--json'], {
      cwd: folder,
      env: { ...childEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  }

  /** Starts a supervisor, and remembers each line that it prints. */
  function supervise(words: readonly string[], env?: Readonly<Record<string, string>>) {
    const child = run(['schedule:work', ...words], env);
    const lines: Line[] = [];
    const reader = createInterface({ input: child.stdout });
    let output = '';
    // The error at the end is a document of several lines.
    reader.on('line', (line) => {
      if (line.startsWith('{"')) lines.push(JSON.parse(line) as Line);
      else output += line;
    });
    child.stderr.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, output }));
    /** Waits for a line, also one that came before. */
    const line = async (event: string, matches: (found: Line) => boolean = () => true): Promise<Line> => {
      for (;;) {
        const found = lines.find((one) => one.event === event && matches(one));
        if (found !== undefined) return found;
        await once(reader, 'line');
      }
    };
    const working = async (count: number) => {
      const isNew = (seen: readonly Line[]) => (one: Line) => !seen.some(({ pid }) => pid === one.pid);
      const found: Line[] = [];
      while (found.length < count) found.push(await line('process.working', isNew(found)));
      return found;
    };
    return { child, lines, line, working, ended };
  }

  async function enqueue(type: string) {
    const [code] = (await once(run(['enqueue', type]), 'close')) as [number];
    expect(code).toBe(0);
  }

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  async function isGone(pid: number) {
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  it('shares the work of its processes, tells one health, and ends with 0 when they have ended', async () => {
    const { child, line, working, ended } = supervise(['--processes', '2', '--health-port', '0']);
    const { health } = await line('processes.starting');
    const [one, other] = await working(2);
    expect(new Set([one?.node, other?.node]).size).toBe(2);
    const answer = await fetch(health);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      {
        status: 'healthy',
        working: 2,
        processes: [
          { process: 1, state: 'working', rss: expect.any(Number) },
          { process: 2, restarts: 0, node: expect.any(String) },
        ],
      },
    ]);
    expect((await fetch(health.replace('/health', '/readyz'))).status).toBe(200);
    // Each waits for the other, so that one process alone would never end them.
    await enqueue('meet');
    await enqueue('meet');
    await line('scheduler:execution.completed', ({ process: number }) => number === 1);
    await line('scheduler:execution.completed', ({ process: number }) => number === 2);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
    await Promise.all([isGone(one?.pid ?? 0), isGone(other?.pid ?? 0)]);
  }, 120_000);

  it('starts a process again that was killed, as a new node', async () => {
    const { child, line, working, ended } = supervise(['--processes', '1']);
    const [first] = await working(1);
    process.kill(first?.pid ?? 0, 'SIGKILL');
    expect(await line('process.ended')).toMatchObject({ signal: 'SIGKILL', worked: true, delay: 250 });
    const [, second] = await working(2);
    expect(second?.node).not.toBe(first?.node);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0 });
  }, 120_000);

  it('replaces its processes at SIGHUP, one after the other, and lets the running handler finish', async () => {
    const { child, lines, line, working, ended } = supervise(['--processes', '2']);
    const before = await working(2);
    await enqueue('hold');
    await line('scheduler:execution.started');
    child.kill('SIGHUP');
    await line('process.replaced');
    writeFileSync(join(folder, 'go'), '');
    await line('processes.rolled');
    expect(lines.filter(({ event }) => event === 'process.replaced').map((one) => one.process)).toEqual([
      1, 2,
    ]);
    expect(lines.filter(({ event }) => event === 'scheduler:execution.completed')).toHaveLength(1);
    for (const { pid } of before) await isGone(pid);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  }, 120_000);

  it('replaces a process that has more memory than --max-rss', async () => {
    const { child, line, working, ended } = supervise(['--processes', '1', '--max-rss', '350mb']);
    const [first] = await working(1);
    await enqueue('grow');
    const replaced = await line('process.replaced');
    expect(replaced.reason).toMatch(/^it has \d+ MB, more than --max-rss 350 MB$/);
    await isGone(first?.pid ?? 0);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  }, 120_000);

  it('gives up with an error when a process is too large from its start, or cannot start', async () => {
    const tooSmall = await supervise(['--processes', '1', '--max-rss', '1mb']).ended;
    expect(tooSmall).toMatchObject({ code: 1, output: expect.stringContaining('MAX_RSS_TOO_SMALL') });
    const { ended, lines } = supervise(['--processes', '1'], { FAILS_IN_CHILDREN: '1' });
    const { code, output } = await ended;
    expect(code).toBe(1);
    expect(JSON.stringify(lines)).toContain('no such service');
    expect(output).toContain('PROCESSES_CANNOT_START');
    expect(lines.filter(({ event }) => event === 'process.ended')).toHaveLength(5);
  }, 120_000);

  it('ends at once at a second signal, with its processes', async () => {
    const { child, line, working, ended } = supervise(['--processes', '1']);
    const [worker] = await working(1);
    await enqueue('stuck');
    await line('scheduler:execution.started');
    child.kill('SIGTERM');
    await line('processes.stopping');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 143 });
    await isGone(worker?.pid ?? 0);
  }, 120_000);

  it('leaves no process behind when the supervisor itself is killed', async () => {
    const { child, working } = supervise(['--processes', '2']);
    const workers = await working(2);
    child.kill('SIGKILL');
    for (const { pid } of workers) await isGone(pid);
    expect(existsSync(join(folder, 'jobs.db'))).toBe(true);
  }, 120_000);

  it('ends with 0 when its processes have nothing left to do', async () => {
    await enqueue('grow');
    const { ended, lines } = supervise(['--processes', '2', '--stop-when-empty']);
    expect(await ended).toMatchObject({ code: 0 });
    expect(lines.map(({ event }) => event)).toContain('scheduler:execution.completed');
  }, 120_000);
});

describe('what --processes does not take', () => {
  it.each([
    [['--processes', '0'], '--processes: "0" is not accepted'],
    [['--processes', 'many'], 'or auto for one for each core'],
    [['--max-rss', '512mb'], '--max-rss is about the processes of a supervisor'],
    [['--health-port', '8080'], '--health-port is about the processes of a supervisor'],
    [['--processes', '2', '--max-rss', '512'], '--max-rss: "512" is not accepted'],
    [['--processes', '2', '--health-host', '::'], '--health-host says where the health is served'],
  ])('%j', async (options, message) => {
    const { code, stderr } = await new Scene().run(['schedule:work', ...options]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('is a store that lives in one process', async () => {
    const { code, stderr } = await new Scene().run(['schedule:work', '--processes', '2']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('STORE_NOT_SHARED') });
  });
});

import type { Execution } from '@scheduler/contracts';
import { Scene } from '../test-support/scene.js';

describe('schedule:show', () => {
  it('shows every field, the next runs and the last executions (F62)', async () => {
    const scene = new Scene();
    const id = await scene.create(
      ...([
        'greet',
        'hello',
        '--cron',
        '0 9 * * *',
        '--zone',
        'Europe/Berlin',
        '--payload',
        '{"name":"Ada"}',
      ] as const),
      ...[
        '--description',
        'says hello',
        '--tag',
        'a',
        '--tag',
        'b',
        '--meta',
        'team=core',
        '--target',
        'user-1',
      ],
      ...[
        '--tenant',
        'acme',
        '--created-by',
        'ops',
        '--max-executions',
        '40',
        '--jitter',
        '90s',
        '--end',
        '2031-01-01',
      ],
    );
    await scene.run(['schedule:run', 'hello']);
    const { code, stdout, stderr } = await scene.run(['schedule:show', 'hello']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const line of [
      /^name +hello$/m,
      new RegExp(`^id +${id}$`, 'm'),
      /^description +says hello$/m,
      /^type +greet$/m,
      /^status +active$/m,
      /^when +.*Europe\/Berlin$/m,
      /^trigger +cron \{"expressions":\["0 9 \* \* \*"\]/m,
      /^next run +2030-01-02 09:00:00 Europe\/Berlin \(in 20 h\)$/m,
      /^ends +2031-01-01 00:00:00 Europe\/Berlin/m,
      /^jitter +up to 1m30s later$/m,
      /^queue +default, priority 5$/m,
      /^timeout +5m$/m,
      /^retries +3, exponential from 1m to 1h, then continue$/m,
      /^missed runs +latest$/m,
      /^limit +40 runs$/m,
      /^target +user-1$/m,
      /^payload +\{"name":"Ada"\}$/m,
      /^tags +a, b$/m,
      /^metadata +\{"team":"core"\}$/m,
      /^tenant +acme$/m,
      /^runs +0 fired, 1 succeeded, 0 failed, 0 ms on average$/m,
      /^created +2030-01-01 12:00:00Z by ops$/m,
      /^2030-01-02T09:00:00\+01:00 +2030-01-02 08:00:00Z +in 20 h/m,
      /2030-01-01 12:00:00 +success +manual +1 +0 ms/m,
    ]) {
      expect(stdout).toMatch(line);
    }
    expect(stdout.match(/T09:00:00\+01:00/g)).toHaveLength(5);
  });

  it('links to the dashboard where one is configured', async () => {
    const scene = new Scene([], { http: { dashboardUrl: 'https://jobs.example.com/dashboard/' } });
    const id = await scene.create('greet', 'hello', '--every', '1h');
    const link = `https://jobs.example.com/dashboard/jobs/${id}`;
    expect((await scene.run(['schedule:show', 'hello'])).stdout).toMatch(
      new RegExp(`^dashboard +${link}$`, 'm'),
    );
    expect((await scene.run(['schedule:show', 'hello', '--json'])).json()).toMatchObject({ dashboard: link });
    const { id: execution } = await scene.node.scheduler.runNow('hello');
    expect((await scene.run(['execution:show', execution])).stdout).toContain(
      `https://jobs.example.com/dashboard/executions/${execution}\n`,
    );
    const elsewhere = new Scene();
    await elsewhere.create('greet', 'hello', '--every', '1h');
    expect((await elsewhere.run(['schedule:show', 'hello'])).stdout).not.toMatch(/^dashboard/m);
  });

  it('is JSON with --json', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--every', '1h', '--max-executions', '2');
    const shown = (await scene.run(['schedule:show', 'hello', '--json'])).json<Record<string, unknown[]>>();
    expect(shown).toMatchObject({ job: { name: 'hello', avgDurationMs: null }, executions: [] });
    expect(shown['nextRuns']).toMatchObject([
      { kind: 'run', at: '2030-01-01T13:00:00.000Z' },
      { kind: 'run', at: '2030-01-01T14:00:00.000Z' },
    ]);
  });

  it('shows a one-off job, before and after its end', async () => {
    const scene = new Scene();
    await scene.create('greet', 'once', '--at', '2030-01-02');
    expect((await scene.run(['schedule:show', 'once'])).stdout).toMatch(
      /next runs\n.*\n2030-01-02T00:00:00.*in 12 h/,
    );
    await scene.run(['schedule:cancel', 'once', '--reason', 'no more']);
    const { stdout } = await scene.run(['schedule:show', 'once']);
    expect(stdout).toContain('no further runs');
    expect(stdout).toContain('no executions yet');
    expect(stdout).toMatch(/^reason +no more$/m);
  });

  it('ends with 1 for a job that does not exist', async () => {
    expect(await new Scene().run(['schedule:show', 'nobody'])).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('schedule:history', () => {
  interface History {
    readonly executions: readonly Execution[];
    readonly total: number;
  }

  const scene = new Scene();
  const history = async (...options: string[]) =>
    (await scene.run(['schedule:history', 'mixed', '--json', ...options])).json<History>();

  beforeAll(async () => {
    await scene.create('greet', 'mixed', '--every', '1h');
    for (let hour = 0; hour < 3; hour += 1) {
      await scene.run(['schedule:run', 'mixed']);
      await scene.clock.advance('10m');
    }
    await scene.node.scheduler.runNow('mixed');
  });

  it('shows a table, latest first', async () => {
    const { code, stdout, stderr } = await scene.run(['schedule:history', 'mixed']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [header, waiting, latest, , earliest] = stdout.split('\n');
    expect(header).toMatch(/^ID +STARTED \(UTC\) +STATUS +ORIGIN +ATTEMPTS +TOOK +WHY$/);
    expect(waiting).toMatch(/2030-01-01 12:30:00 +pending +manual +0 +-$/);
    expect(latest).toMatch(/2030-01-01 12:20:00 +success/);
    expect(earliest).toMatch(/2030-01-01 12:00:00 +success/);
  });

  it('shows the lines of handlers with --logs, without escape sequences', async () => {
    const { stdout } = await scene.run(['schedule:history', 'mixed', '--logs', '--limit', '2']);
    expect(stdout).toMatch(/log of \S+\n {2}2030-01-01 12:20:00Z {2}info {3}greeting red\n/);
    expect((await scene.run(['schedule:history', 'mixed'])).stdout).not.toContain('greeting');
  });

  it.each([
    [['--status', 'pending'], 1],
    [['--status', 'pending', '--status', 'success'], 4],
    [['--since', '2030-01-01T12:10'], 3],
    [['--until', '2030-01-01T13:10', '--zone', 'Europe/Berlin'], 2],
    [['--status', 'failed'], 0],
  ])('filters by %j', async (options, total) => {
    expect((await history(...options)).total).toBe(total);
  });

  it('orders and pages', async () => {
    const page = await history('--order', 'asc', '--limit', '1', '--offset', '1');
    expect(page).toMatchObject({ total: 4, limit: 1, offset: 1 });
    expect(page.executions.map(({ startedAt }) => startedAt)).toEqual(['2030-01-01T12:10:00.000Z']);
    const { stderr } = await scene.run(['schedule:history', 'mixed', '--limit', '2']);
    expect(stderr).toBe('note: 1 to 2 of 4 executions; use --limit and --offset for the others\n');
  });

  it('reports that there is nothing', async () => {
    const { code, stdout } = await scene.run(['schedule:history', 'mixed', '--status', 'failed']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'no executions match\n' });
  });

  it('refuses garbage as an instant, and an unknown job', async () => {
    expect(await scene.run(['schedule:history', 'mixed', '--since', 'monday'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since: "monday" is not a date; accepted: ISO 8601'),
    });
    expect((await scene.run(['schedule:history', 'nobody'])).code).toBe(1);
  });
});

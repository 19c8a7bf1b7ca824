import { defineHandler, JobResult } from '@scheduler/contracts';
import { NOW, Scene } from '../test-support/scene.js';

/** A scene whose job `nightly` ran three times: 2 s, 4 s and a failure. */
async function played(): Promise<Scene> {
  const durations = [2_000, 4_000, 6_000];
  const scene: Scene = new Scene([
    defineHandler({
      type: 'nightly',
      handle: async () => {
        const duration = durations.shift() ?? 0;
        await scene.clock.advance(duration);
        if (duration === 6_000)
          throw Object.assign(new Error('gone'), { name: 'RouteError', code: 'ECONNRESET' });
        return JobResult.success();
      },
    }),
  ]);
  await scene.create('nightly', 'nightly', '--daily', '00:00', '--max-retries', '0');
  for (let count = 0; count < 3; count += 1) {
    await scene.node.scheduler.runNow('nightly');
    await scene.node.drain();
  }
  return scene;
}

const fieldsOf = (stdout: string) =>
  Object.fromEntries(
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(/ {2,}/, 2)),
  ) as Record<string, string>;

describe('metrics', () => {
  it('shows the statistics of the last 24 hours (F219)', async () => {
    const scene = await played();
    await scene.node.scheduler.enqueue({ type: 'greet' });
    const { code, stdout } = await scene.run(['metrics']);
    expect(code).toBe(0);
    expect(fieldsOf(stdout)).toEqual({
      time: '2029-12-31 12:00:12Z to 2030-01-01 12:00:12Z',
      jobs: '1: 1 active',
      executions: '3: 2 successful, 1 failed',
      now: '1 pending, 0 running',
      'success rate': '66.7 %',
      durations: 'avg 3 s, min 2 s, p50 2 s, p95 4 s, p99 4 s, max 4 s',
      queues: '1 waiting, 0 later, 0 running, 1 dead letters',
      workers: '0',
    });
  });

  it('shows another time range, and one in which nothing ended', async () => {
    const scene = await played();
    await scene.clock.advance('2h');
    expect(fieldsOf((await scene.run(['metrics', '--since', '1h'])).stdout)).toMatchObject({
      time: '2030-01-01 13:00:12Z to 2030-01-01 14:00:12Z',
      'success rate': '-',
      durations: '-',
    });
    const range = [
      '--since',
      '2030-01-01T13:00',
      '--until',
      '2030-01-01T13:00:03',
      '--zone',
      'Europe/Berlin',
    ];
    const { json } = await scene.run(['metrics', ...range, '--json']);
    expect(json()).toMatchObject({
      executions: { successful: 1, failed: 0 },
      timeRange: { since: '2030-01-01T12:00:00.000Z', until: '2030-01-01T12:00:03.000Z' },
      system: { workers: 0, memoryUsageMb: expect.any(Number) as number },
    });
  });

  it('shows what ended over time (F219)', async () => {
    const scene = await played();
    const { code, stdout } = await scene.run(['metrics', '--series', '--since', '2h', '--bucket', '1h']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2030-01-01 10:00:00Z to 2030-01-01 13:00:00Z, 1 h for each character\n/);
    expect(stdout).toMatch(/ended +··█ +3\nfailed +··█ +1\np95 +··█ +at most 4 s\nwaited +··· +at most 0 ms/);
    const { json } = await scene.run(['metrics', '--series', '--by', 'type', '--job', 'nightly', '--json']);
    expect(json()).toMatchObject({ by: 'type', bucketMs: 900_000, lines: [{ group: 'nightly' }] });
    const none = await scene.run(['metrics', '--series', '--tenant', 'acme']);
    expect(none.stdout).toMatch(/Nothing ended\.\n$/);
  });

  it('counts only the executions of a tenant', async () => {
    const scene = await played();
    const { json } = await scene.run(['metrics', '--tenant', 'acme', '--json']);
    expect(json()).toMatchObject({ jobs: { total: 0 }, executions: { total: 0 } });
  });

  it.each([
    [['--since', 'yesterday'], 2, /--since: "yesterday" is neither a duration nor a date/],
    [['--since', '2030-02-30'], 2, /does not exist in the calendar/],
    [['--since', '2031-01-01'], 1, /since: must be before `until`/],
    [['--by', 'type'], 2, /--by needs --series/],
    [['--series', '--by', 'colour'], 1, /by: is not known/],
  ])('refuses %j', async (options, code, message) => {
    const ran = await new Scene().run(['metrics', ...options]);
    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(message);
  });
});

describe('schedule:stats', () => {
  it('shows how a job went and when it runs next (F220)', async () => {
    const scene = await played();
    const { code, stdout } = await scene.run(['schedule:stats', 'nightly']);
    expect(code).toBe(0);
    expect(fieldsOf(stdout)).toMatchObject({
      status: 'active',
      executions: '3: 2 successful, 1 failed',
      'success rate': '66.7 %',
      'since creation': '0 fired, 2 succeeded, 1 failed',
      next: '2030-01-02 00:00:00Z (in 12 h), takes about 3 s',
    });
    expect(stdout).toMatch(/last +failed, 2030-01-01 12:00:06Z, took 6 s \(/);
    expect(stdout).toMatch(
      /failures\nERROR +NAME +CLASS +COUNT +LAST\ngone +RouteError +retryable +1 +2030-01-01 12:00:12Z\n/,
    );
    expect(stdout).toMatch(/busiest hours\nHOUR \(UTC\) +EXECUTIONS\n12:00 +3\n/);
  });

  it('is JSON with --json', async () => {
    const scene = await played();
    expect((await scene.run(['schedule:stats', 'nightly', '--json'])).json()).toMatchObject({
      name: 'nightly',
      executions: { total: 3, successful: 2, failed: 1 },
      performance: { minMs: 2_000, maxMs: 4_000, successRatePercent: 66.67 },
      nextExecution: { at: '2030-01-02T00:00:00.000Z', estimatedDurationMs: 3_000 },
      busiestHours: [{ hour: 12, count: 3 }],
    });
  });

  it('shows a job that has not run, and refuses an unknown one', async () => {
    const scene = new Scene();
    await scene.create('greet', 'hello', '--at', NOW.replace('2030', '2031'));
    const { stdout } = await scene.run(['schedule:stats', 'hello']);
    expect(fieldsOf(stdout)).toMatchObject({ executions: '0', 'success rate': '-', last: '-' });
    expect(stdout).not.toContain('failures');
    const missing = await scene.run(['schedule:stats', 'nobody']);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('JOB_NOT_FOUND')]);
  });
});

import { SchemaMismatch, type StoreMigrations } from '@scheduler/contracts';
import type { QueueWorkload, Workload } from '@scheduler/contracts/adapter';
import { ManualClock } from '../../test-support/manual-clock.js';
import { minute } from '../../test-support/samples.js';
import { Health } from './health.js';
import type { HealthParts } from './health-parts.js';

const IDLE: Workload = {
  queues: [],
  deadLetters: 0,
  recentDeadLetters: 0,
  activeWorkers: 0,
  abandoned: 0,
  abandonedSince: null,
};

const LEADER = { node: 'web-1', epoch: 1, until: minute(1) };

function setUp(change: Partial<HealthParts> & { readonly workload?: Partial<Workload> } = {}) {
  const clock = new ManualClock();
  const { workload = {}, ...parts } = change;
  const asked: unknown[] = [];
  const health = new Health({
    node: 'node-1',
    clock,
    distributed: false,
    store: { capabilities: { name: 'fake', transactions: false, durable: false }, migrations: null },
    schedules: { now: async () => clock.now(), nextDueAt: async () => null },
    statistics: {
      workload: async (request) => {
        asked.push(request);
        return { ...IDLE, ...workload };
      },
    },
    alerts: null,
    queues: { counts: async () => [], waitingTypes: async () => [], settings: async () => [] },
    handlers: { supports: (type) => type !== 'fax' },
    processed: ['mails'],
    leader: async () => null,
    open: async () => undefined,
    runningSinceMs: () => 0,
    notRunningSince: () => null,
    isClosing: () => false,
    isBusy: () => true,
    needsServers: false,
    ...parts,
  });
  return { health, clock, asked };
}

function queue(change: Partial<QueueWorkload>): Partial<Workload> {
  return {
    queues: [{ queue: 'mails', available: 0, availableSince: null, delayed: 0, running: 0, ...change }],
  };
}

/** What is told of one thing that is wrong. */
async function issueOf(change: Parameters<typeof setUp>[0], options = {}) {
  const report = await setUp(change).health.check(options);
  expect(report.issues).toHaveLength(1);
  return { status: report.status, ...report.issues[0]! };
}

describe('a health check', () => {
  it('is healthy where node, store, queues and workers do what they should (F227)', async () => {
    const { health, clock, asked } = setUp({
      workload: {
        ...queue({ available: 2, availableSince: minute(0), delayed: 3, running: 1 }),
        activeWorkers: 1,
      },
      distributed: true,
      leader: async () => LEADER,
    });
    await clock.advance(90_000);
    expect(await health.check()).toEqual({
      status: 'healthy',
      components: {
        scheduler: {
          status: 'healthy',
          node: 'node-1',
          running: true,
          distributed: true,
          leader: LEADER,
          clockSkewMs: 0,
        },
        database: {
          status: 'healthy',
          name: 'fake',
          latencyMs: 0,
          schema: { state: 'none', pending: [] },
        },
        queue: { status: 'healthy', waiting: 2, delayed: 3, running: 1, deadLetters: 0, withoutHandler: [] },
        workers: { status: 'healthy', activeCount: 1, abandoned: 0 },
      },
      issues: [],
      alerts: null,
      uptimeMs: 90_000,
      checkedAt: minute(1.5),
    });
    await health.forTenant('acme').check();
    expect(asked).toEqual([
      { tenant: null, recentMs: 3_600_000 },
      { tenant: 'acme', recentMs: 3_600_000 },
    ]);
  });

  it('is unhealthy on a node that does not run, and asks the store nothing (F226)', async () => {
    const open = jest.fn();
    const stopped = { runningSinceMs: () => null, notRunningSince: () => minute(-3) };
    const report = await setUp({ ...stopped, open }).health.check();
    expect(report).toMatchObject({
      status: 'unhealthy',
      uptimeMs: 0,
      components: {
        scheduler: { status: 'unhealthy', running: false },
        database: { status: 'unknown', latencyMs: null },
        queue: { status: 'unknown', waiting: null },
        workers: { status: 'unknown', activeCount: null },
      },
      issues: [{ component: 'scheduler', severity: 'error', code: 'NODE_NOT_RUNNING', since: minute(-3) }],
    });
    expect(open).not.toHaveBeenCalled();
  });

  it('lets a process that only looks be healthy, and opens its store', async () => {
    const open = jest.fn(async () => undefined);
    const { health } = setUp({ runningSinceMs: () => null, open });
    expect(await health.check({ mustRun: false })).toMatchObject({ status: 'healthy', uptimeMs: 0 });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('is unhealthy where the store does not answer, and shows no connection URL (F226)', async () => {
    const schedules = {
      now: () => Promise.reject(new Error('cannot reach postgres://me:hunter2@db/jobs today')),
      nextDueAt: async () => null,
    };
    const report = await setUp({ schedules }).health.check();
    expect(report).toMatchObject({
      status: 'unhealthy',
      components: { database: { status: 'unhealthy', latencyMs: null, schema: { state: 'unknown' } } },
    });
    expect(report.issues).toEqual([
      {
        component: 'database',
        severity: 'critical',
        code: 'UNEXPECTED',
        message: 'cannot reach (a URL) today',
        since: minute(0),
      },
    ]);
  });

  it('names the steps of the schema that are missing', async () => {
    const status: StoreMigrations['status'] = async () => [
      { name: '0001_tables', appliedAt: minute(0) },
      { name: '0002_more', appliedAt: null },
    ];
    const capabilities = { name: 'fake', transactions: false, durable: false };
    const store = { capabilities, migrations: { status } as StoreMigrations };
    const open = () =>
      Promise.reject(new SchemaMismatch('fake', 'they are too old', 'run `scheduler migrate`'));
    for (const change of [{ store, open }, { store }]) {
      const report = await setUp(change).health.check();
      expect(report.components.database.schema).toEqual({ state: 'mismatch', pending: ['0002_more'] });
      expect(report.issues).toMatchObject([{ severity: 'critical', code: 'SCHEMA_MISMATCH' }]);
      expect(report.issues[0]?.message).toContain('scheduler migrate');
    }
  });

  it('warns of a store that is slow (F227)', async () => {
    const clock = new ManualClock();
    const now = async () => {
      await clock.advance(501);
      return new Date(clock.now().getTime() - 250);
    };
    const { health } = setUp({ clock, schedules: { now, nextDueAt: async () => null } });
    const { status, components, issues } = await health.check();
    expect([status, components.database.latencyMs, components.database.status]).toEqual([
      'degraded',
      501,
      'degraded',
    ]);
    expect(issues).toMatchObject([{ component: 'database', severity: 'warning', code: 'STORE_SLOW' }]);
  });

  it.each([
    [6_000, 'behind'],
    [-6_000, 'ahead of'],
  ])('warns of a clock that is off by %d ms', async (skewMs, words) => {
    const now = async () => new Date(minute(0).getTime() + skewMs);
    const issue = await issueOf({ schedules: { now, nextDueAt: async () => null } });
    expect(issue).toMatchObject({ component: 'scheduler', severity: 'warning', code: 'CLOCK_SKEW' });
    expect(issue.message).toContain(`is 6s ${words} the store's`);
  });

  it('warns where nobody leads', async () => {
    expect(await issueOf({ distributed: true })).toMatchObject({
      status: 'degraded',
      component: 'scheduler',
      code: 'NOBODY_LEADS',
    });
  });

  it('is unhealthy where a due job is not fired', async () => {
    const schedules = { now: async () => minute(0), nextDueAt: async () => minute(-6) };
    expect(await issueOf({ schedules })).toMatchObject({
      status: 'unhealthy',
      component: 'scheduler',
      code: 'JOBS_NOT_FIRED',
      since: minute(-6),
    });
  });

  it('warns of work that waits in a paused queue', async () => {
    const settings = async () => [{ queue: 'mails', paused: true, concurrency: null, globalLimit: null }];
    const issue = await issueOf({
      queues: { settings, counts: async () => [], waitingTypes: async () => [] },
      workload: queue({ available: 2, availableSince: minute(-60) }),
    });
    expect(issue).toMatchObject({
      status: 'degraded',
      component: 'queue',
      code: 'QUEUE_PAUSED',
      since: minute(-60),
    });
    expect(issue.message).toContain("2 executions wait in the queue 'mails', which is paused");
  });

  it('warns of work that has no handler on this node, with its type and number (F227)', async () => {
    const asked: unknown[] = [];
    const waitingTypes: HealthParts['queues']['waitingTypes'] = async (request) => {
      asked.push(request);
      return [
        { queue: 'mails', type: 'fax', waiting: 3, since: minute(-1) },
        { queue: 'mails', type: 'mail', waiting: 7, since: minute(-2) },
      ];
    };
    const queues = { settings: async () => [], counts: async () => [], waitingTypes };
    const issue = await issueOf({ queues });
    expect(issue).toMatchObject({
      status: 'degraded',
      component: 'queue',
      severity: 'warning',
      code: 'NO_HANDLER',
      since: minute(-1),
    });
    expect(issue.message).toContain("3 executions wait in the queue 'mails' for a handler of the type 'fax'");
    expect(asked).toEqual([{ queues: ['mails'] }]);
    const { health } = setUp({ queues });
    expect((await health.check()).components.queue.withoutHandler).toEqual([
      { queue: 'mails', type: 'fax', waiting: 3, since: minute(-1) },
    ]);
    const ofTenant = await health.forTenant('acme').check();
    expect([ofTenant.components.queue.withoutHandler, ofTenant.issues]).toEqual([null, []]);
  });

  it('is unhealthy where work waits long and nothing of its queue runs', async () => {
    const issue = await issueOf({ workload: queue({ available: 1, availableSince: minute(-6) }) });
    expect(issue).toMatchObject({ status: 'unhealthy', code: 'QUEUE_NOT_PROCESSED', since: minute(-6) });
    expect(issue.message).toContain(
      "1 execution waits in the queue 'mails', the first since 2029-12-31T23:54",
    );
  });

  it('warns where a queue cannot keep up', async () => {
    const workload = queue({ available: 9, availableSince: minute(-6), running: 3 });
    expect(await issueOf({ workload })).toMatchObject({ status: 'degraded', code: 'QUEUE_BEHIND' });
  });

  it('warns where dead letters grow', async () => {
    expect(await issueOf({ workload: { deadLetters: 12, recentDeadLetters: 10 } })).toMatchObject({
      status: 'degraded',
      component: 'queue',
      code: 'DEAD_LETTERS_GROW',
      since: minute(0),
    });
    const { health } = setUp({ workload: { deadLetters: 5_000, recentDeadLetters: 9 } });
    expect((await health.check()).status).toBe('healthy');
  });

  it('warns of executions that dead nodes hold', async () => {
    expect(await issueOf({ workload: { abandoned: 1, abandonedSince: minute(-1) } })).toMatchObject({
      status: 'degraded',
      component: 'workers',
      code: 'EXECUTIONS_ABANDONED',
      since: minute(-1),
    });
  });

  it('reports a store that does not answer in time, and does not ask it again meanwhile', async () => {
    const now = jest.fn(() => new Promise<Date>(() => undefined));
    const { health, clock } = setUp({ schedules: { now, nextDueAt: async () => null } });
    const first = health.check();
    await clock.advance(1_000);
    expect(await first).toMatchObject({
      status: 'unhealthy',
      components: { database: { status: 'unhealthy', latencyMs: null }, queue: { status: 'unknown' } },
      issues: [
        {
          component: 'database',
          severity: 'critical',
          code: 'STORE_UNAVAILABLE',
          message: 'the fake store did not answer within 1000 ms; check that it runs and can be reached',
        },
      ],
    });
    const second = health.check({ timeout: '250ms' });
    await clock.advance(250);
    expect((await second).issues[0]?.message).toContain('did not answer within 250 ms');
    expect(now).toHaveBeenCalledTimes(1);
    expect(clock.waiting).toEqual([]);
  });

  it('reports a store that answers, but does not count in time', async () => {
    const workload = () => new Promise<never>(() => undefined);
    const { health, clock } = setUp({ statistics: { workload }, distributed: true });
    const check = health.check();
    await clock.advance(1_000);
    expect(await check).toMatchObject({
      status: 'degraded',
      components: { database: { latencyMs: 0 }, queue: { status: 'unknown', waiting: null } },
      issues: [{ code: 'HEALTH_INCOMPLETE', severity: 'warning' }],
    });
  });

  it('says since when it has seen an issue, until it is over', async () => {
    let skewMs = 6_000;
    const clock = new ManualClock();
    const now = async () => new Date(clock.now().getTime() + skewMs);
    const { health } = setUp({ clock, schedules: { now, nextDueAt: async () => null } });
    const since = async () => (await health.check()).issues[0]?.since?.getTime();
    const began = await since();
    expect(began).toBe(minute(0).getTime() + 6_000);
    await clock.advance(60_000);
    expect(await since()).toBe(began);
    skewMs = 0;
    expect(await since()).toBeUndefined();
    skewMs = 6_000;
    expect(await since()).toBe(minute(1).getTime() + 6_000);
  });

  it('counts this node among the workers although it is idle', async () => {
    const { health } = setUp({ isBusy: () => false, workload: { activeWorkers: 2 } });
    expect((await health.check()).components.workers.activeCount).toBe(3);
    const reader = setUp({ isBusy: () => false, runningSinceMs: () => null });
    expect((await reader.health.check({ mustRun: false })).components.workers.activeCount).toBe(0);
  });

  describe('of a server beside the store', () => {
    const capabilities = { name: 'fake', transactions: false, durable: false };
    const beside = (ping: () => Promise<unknown>, needsServers = false) => {
      const servers = [{ name: 'Redis', holds: 'the messages of the queue', ping }];
      return setUp({ store: { capabilities, migrations: null, servers }, needsServers });
    };
    const away = () => Promise.reject(new Error('connect ECONNREFUSED redis://me:hunter2@cache'));

    it('is healthy while it answers', async () => {
      expect((await beside(async () => 'PONG').health.check()).status).toBe('healthy');
    });

    it('is degraded where it does not, and unhealthy where work cannot do without it (F226)', async () => {
      const degraded = await beside(away).health.check();
      expect(degraded).toMatchObject({ status: 'degraded', components: { queue: { status: 'degraded' } } });
      expect(degraded.issues).toMatchObject([{ component: 'queue', code: 'QUEUE_UNAVAILABLE' }]);
      expect(degraded.issues[0]?.message).toBe(
        'Redis, which has the messages of the queue, does not answer: executions are found by polling until it is back; check that it runs and can be reached',
      );
      expect(await beside(away, true).health.check()).toMatchObject({
        status: 'unhealthy',
        components: { database: { status: 'healthy' }, queue: { status: 'unhealthy', waiting: 0 } },
        issues: [{ severity: 'error', code: 'QUEUE_UNAVAILABLE' }],
      });
    });

    it('says that it did not answer in time', async () => {
      const { health, clock } = beside(() => new Promise(() => undefined));
      const check = health.check();
      await clock.advance(1_000);
      expect((await check).issues).toMatchObject([
        { code: 'QUEUE_UNAVAILABLE', message: expect.stringContaining('did not answer within 1000 ms') },
      ]);
    });
  });

  it('tells the worst first', async () => {
    const schedules = { now: async () => minute(0), nextDueAt: async () => minute(-6) };
    const { health } = setUp({ schedules, workload: { abandoned: 1 }, distributed: true });
    expect((await health.check()).issues.map(({ severity }) => severity)).toEqual([
      'error',
      'warning',
      'warning',
    ]);
  });
});

import { bucketAfter, bucketOf } from '@scheduler/contracts/adapter';
import { buildExecution, buildJob, buildOccurrence } from '@scheduler/testing';
import type { KnexStore } from '../knex-store.js';
import { onEach } from '../test-support/on-database.js';
import { planOf, statementsOf } from '../test-support/plans.js';

const ROWS = 20_000;
const RUNNING = 100;
const PENDING = 1_000;
const HOUR = 3_600_000;

onEach(['sqlite', 'postgres'], (database) => {
  let store: KnexStore;
  let now: Date;

  beforeAll(async () => {
    await database.empty();
    store = database.store();
    now = await store.schedules.now();
    const at = (offset: number) => new Date(now.getTime() + offset);
    const executions = Array.from({ length: ROWS }, (_, index) =>
      buildExecution(now, { createdAt: at(index), jobId: `job-${index % 500}`, jobName: 'job' }),
    );
    await store.executions.add({ executions });
    const table = () => database.table('executions');
    const first = (count: number) => table().where('created_at', '<', now.getTime() + count);
    await first(ROWS - PENDING).update({ status: 'success', finished_at: now.getTime() });
    await first(RUNNING).update({
      status: 'running',
      finished_at: null,
      lease_until: now.getTime() + HOUR,
      fence: 1,
    });
    for (let start = 0; start < ROWS; start += 1_000) {
      const jobs = Array.from({ length: 1_000 }, () => buildJob(now, { nextRunAt: at(HOUR) }));
      await store.schedules.add({ jobs });
    }
    if (database.name === 'postgres') await database.knex.raw('VACUUM ANALYZE');
  });

  afterAll(() => store.close());

  const due = () => buildJob(now, { nextRunAt: new Date(now.getTime() - 1_000) });

  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    claim: () =>
      store.executions.claim({ owner: 'node', leaseMs: HOUR, lanes: [{ queue: 'default', limit: 10 }] }),
    claimById: () => store.executions.claimById({ owner: 'node', leaseMs: HOUR, ids: ['a', 'b'] }),
    heartbeat: () => store.executions.heartbeat({ leases: [{ executionId: 'a', fence: 1 }], leaseMs: HOUR }),
    rescue: () => store.executions.rescue({ graceMs: 0, limit: 100, deadLetterQueue: null }),
    nextAvailableAt: () => store.executions.nextAvailableAt({ queues: ['default'] }),
    prune: () =>
      store.executions.prune({
        statuses: ['success'],
        finishedBefore: new Date(now.getTime() - HOUR),
        deadLettered: false,
        keep: null,
        limit: 100,
      }),
    findDue: () => store.schedules.findDue({ limit: 100 }),
    nextDueAt: () => store.schedules.nextDueAt(),
    'fire, with the unfinished executions of the job': async () => {
      const job = due();
      await store.schedules.add({ jobs: [job] });
      const [result] = await store.schedules.fire({
        firings: [
          {
            job,
            nextRunAt: null,
            lastRunAt: now,
            executions: [buildOccurrence(job, now)],
          },
        ],
      });
      expect(result?.kind).toBe('fired');
    },
    'statistics of executions that ended within a range': () =>
      store.statistics.endedExecutions({
        tenant: null,
        since: new Date(now.getTime() - HOUR),
        until: new Date(now.getTime() - HOUR / 2),
      }),
    'the series of executions that ended within a range': () => series(null),
    'the series of a job': () => series('job-1'),
    'the workload, with its dead letters': () => store.statistics.workload({ tenant: null, recentMs: HOUR }),
    'the statistics of a job': () =>
      store.statistics.jobRunStatistics({ tenant: null, jobId: 'job-1', latest: 100 }),
    'jobs that wait for an event': () =>
      store.schedules.list({
        tenant: null,
        events: ['ticket:created'],
        owners: [null],
        limit: 500,
        offset: 0,
        sortBy: 'createdAt',
        sortOrder: 'asc',
      }),
    'the jobs of a tenant': () => store.tenantUsage.count({ tenant: 'acme', of: 'jobs', upTo: 100 }),
    'what of a tenant waits': () => store.tenantUsage.count({ tenant: 'acme', of: 'waiting', upTo: 100 }),
    'executions after a place in their order': () =>
      store.executions.list({
        tenant: null,
        sortOrder: 'desc',
        limit: 100,
        offset: 0,
        after: { at: now, id: 'm' },
      }),
    'executions of a tenant, the latest first': () =>
      store.executions.list({
        tenant: 'acme',
        sortOrder: 'desc',
        limit: 100,
        offset: 0,
        after: { at: now, id: 'm' },
      }),
    'count of a job': () => store.executions.count({ tenant: null, jobId: 'job-1' }),
  };

  function series(jobId: string | null) {
    const since = bucketOf(new Date(now.getTime() - HOUR), HOUR / 2);
    const until = bucketAfter(since, HOUR / 2);
    const buckets = { since, until, bucketMs: HOUR / 2, by: 'queue', mostGroups: 10, mostRead: 100 } as const;
    return store.statistics.endedSeries({ tenant: null, jobId, ...buckets });
  }

  it.each(Object.keys(operations))('%s reads only by indexes (F208)', async (name) => {
    const statements = await statementsOf(database, operations[name]!);
    const plans = await Promise.all(statements.map((statement) => planOf(database, statement)));
    // Heartbeats use other connections, except on SQLite.
    if (name !== 'heartbeat' || database.name === 'sqlite') expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan.filter(isFullScan)).toEqual([]);
  });

  /** Whether a line of a plan scans a whole table. Scans of bound rows and of subqueries are expected. */
  function isFullScan(line: string): boolean {
    if (database.name === 'postgres')
      return new RegExp(`Seq Scan on ${database.prefix}(jobs|executions)`).test(line);
    return new RegExp(`^SCAN (${database.prefix}(jobs|executions)|[erpj])( |$)(?!USING)`).test(line);
  }
});

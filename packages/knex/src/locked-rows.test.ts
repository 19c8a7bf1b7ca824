import { type Execution, type ScheduledJob } from '@scheduler/contracts';
import { buildJob, buildOccurrence } from '@scheduler/testing';
import type { KnexStore } from './knex-store.js';
import { onEach, SERVERS } from './test-support/on-database.js';

const LANES = [{ queue: 'default', limit: 10 }];
const RESCUE = { graceMs: 0, limit: 10, deadLetterQueue: null };

/** Rows are locked by a process that hangs in its own transaction, for example after `completeIn`. */
onEach(SERVERS, (database) => {
  let store: KnexStore;
  let jobs: readonly ScheduledJob[];

  beforeEach(async () => {
    await database.empty();
    store = database.store();
    const now = await store.schedules.now();
    jobs = [buildJob(now, { nextRunAt: now }), buildJob(now, { nextRunAt: now })];
    await store.schedules.add({ jobs });
  });

  const firing = (job: ScheduledJob) => ({
    job,
    nextRunAt: null,
    lastRunAt: job.nextRunAt,
    executions: [buildOccurrence(job, job.nextRunAt ?? new Date(0))],
  });

  /** Locks the rows of the first job and of its executions while `work` runs. */
  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const [first] = jobs;
    const ids = await database.table('executions').where({ job_id: first?.id }).pluck('id');
    return store.knex.transaction(async (held) => {
      await held(database.tableName('jobs')).where({ id: first?.id }).forUpdate();
      for (const id of ids) await held(database.tableName('executions')).where({ id }).forUpdate();
      return work();
    });
  }

  it('does not keep other jobs from being fired, and the locked one is fired afterwards', async () => {
    const firings = jobs.map(firing);
    const results = await whileLocked(() => store.schedules.fire({ firings }));
    expect(results.map(({ kind }) => kind)).toEqual(['conflict', 'fired']);
    expect((await store.schedules.fire({ firings })).map(({ kind }) => kind)).toEqual(['fired', 'conflict']);
  });

  it.each([
    ['wait again', 3],
    ['end', 0],
  ])('does not keep others from being rescued when they %s', async (_, maxRetries) => {
    await store.schedules.fire({ firings: jobs.map(firing).map((each) => withRetries(each, maxRetries)) });
    const claimed = await store.executions.claim({ owner: 'dead', leaseMs: 1, lanes: LANES });
    expect(claimed).toHaveLength(2);
    await database.table('executions').update({ lease_until: 1 });
    const rescued = await whileLocked(() => store.executions.rescue(RESCUE));
    expect(rescued.map(({ jobId }) => jobId)).toEqual([jobs[1]?.id]);
    expect((await store.executions.rescue(RESCUE)).map(({ jobId }) => jobId)).toEqual([jobs[0]?.id]);
  });
});

function withRetries<T extends { readonly executions: readonly Execution[] }>(
  firing: T,
  maxRetries: number,
): T {
  const executions = firing.executions.map((each) => ({ ...each, policy: { ...each.policy, maxRetries } }));
  return { ...firing, executions };
}

import type { ScheduledJob } from '@scheduler/contracts';
import { buildJob, buildOccurrence, outcomes } from '@scheduler/testing';
import type { KnexStore } from '../knex-store.js';
import { DATABASES, onEach } from '../test-support/on-database.js';

const LEASE = { owner: 'node', leaseMs: 60_000, lanes: [{ queue: 'default', limit: 10 }] };
const POLLUTING = '{"__proto__":{"polluted":true}}';

const CORRUPTIONS: readonly (readonly [column: string, value: string])[] = [
  ['payload', '{"canary'],
  ['payload', POLLUTING],
  ['payload', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['trigger_spec', 'canary'],
  ['trigger_spec', '{"kind":"canary"}'],
  ['trigger_spec', 'null'],
  ['policies', '{"canary":1}'],
  ['policies', 'canary'],
  ['tags', '{"canary":1}'],
  ['tags', '['],
  ['metadata', '"canary"'],
  ['exclusions', '{canary'],
  ['status', 'canary'],
];

onEach(DATABASES, (database) => {
  let store: KnexStore;
  let corrupt: ScheduledJob;
  let sound: ScheduledJob;

  const damage = (column: string, value: string) =>
    database
      .table('jobs')
      .where({ id: corrupt.id })
      .update({ [column]: value });
  const stored = async ({ id }: ScheduledJob) => (await store.schedules.get({ id, tenant: null }))!;
  const firing = (job: ScheduledJob) => ({
    job,
    nextRunAt: null,
    lastRunAt: job.nextRunAt,
    executions: [buildOccurrence(job, job.nextRunAt!)],
  });

  beforeEach(async () => {
    await database.empty();
    store = database.store();
    const now = await store.schedules.now();
    [corrupt, sound] = [buildJob(now, { payload: { a: 1 } }), buildJob(now)];
    await store.schedules.add({ jobs: [corrupt, sound] });
  });

  describe.each(CORRUPTIONS)('a job with the %s %s', (column, value) => {
    beforeEach(() => damage(column, value));

    it('is paused with a reason when it is due, and the others fire', async () => {
      const { jobs } = await store.schedules.findDue({ limit: 10 });
      expect(jobs.map(({ id }) => id)).toEqual([sound.id]);
      const paused = await stored(corrupt);
      expect(paused.status).toBe('paused');
      expect(paused.statusReason).toBe(`quarantined: its row is corrupt (${column})`);
      expect((await store.schedules.findDue({ limit: 10 })).jobs).toHaveLength(1);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });

    it('fires as it was read if it becomes corrupt meanwhile, and is paused by the next tick', async () => {
      const results = await store.schedules.fire({ firings: [firing(corrupt), firing(sound)] });
      expect(results.map(({ kind }) => kind)).toEqual(['fired', 'fired']);
      await database.table('jobs').where({ id: corrupt.id }).update({ status: 'active', due_at: 0 });
      await damage(column, value);
      expect((await store.schedules.findDue({ limit: 10 })).jobs).toEqual([]);
      expect((await stored(corrupt)).status).toBe('paused');
    });

    it('is listed, found and deleted like any other', async () => {
      const query = { tenant: null, sortBy: 'createdAt', sortOrder: 'asc', limit: 10, offset: 0 } as const;
      const { items } = await store.schedules.list(query);
      expect(items.map(({ id }) => id).sort()).toEqual([corrupt.id, sound.id].sort());
      const shown = items.find(({ id }) => id === corrupt.id)!;
      expect(shown.statusReason).toMatch(/^quarantined: /);
      expect(JSON.stringify(shown)).not.toContain('canary');
      expect((await store.schedules.findByName({ name: corrupt.name, tenant: null }))?.id).toBe(corrupt.id);
      expect(await store.schedules.delete({ id: corrupt.id, tenant: null })).toBe(true);
    });
  });

  it('does not keep its executions and those of others from being settled and counted', async () => {
    await store.schedules.fire({ firings: [firing(corrupt), firing(sound)] });
    const claimed = await store.executions.claim(LEASE);
    expect(claimed).toHaveLength(2);
    await damage('policies', 'canary');
    await damage('payload', POLLUTING);
    const settlements = claimed.map((execution) => ({ execution, outcome: outcomes.succeeded() }));
    const settled = await store.executions.settle({ settlements });
    expect(settled.map((execution) => execution?.status)).toEqual(['success', 'success']);
    expect((await stored(corrupt)).counters.succeeded).toBe(1);
    expect((await stored(sound)).counters.succeeded).toBe(1);
    const [row] = await database.table('jobs').where({ id: corrupt.id });
    expect(row.payload).toBe(POLLUTING);
  });
});

import { type Execution, executionStatuses, type ScheduledJob } from '@scheduler/contracts';
import { buildJob, buildLog, buildManualRun, outcomes } from '@scheduler/testing';
import type { KnexStore } from '../knex-store.js';
import { KNOWN_STATUSES } from '../rows/known-statuses.js';
import { DATABASES, onEach } from '../test-support/on-database.js';

const LANES = [{ queue: 'default', limit: 10 }];
const CLAIM = { owner: 'node', leaseMs: 60_000, lanes: LANES };
const RESCUE = { graceMs: 0, limit: 10, deadLetterQueue: 'dead' };
const LIST = { tenant: null, sortOrder: 'asc', limit: 10, offset: 0 } as const;

const CORRUPTIONS: readonly (readonly [column: string, value: string])[] = [
  ['payload', '{"canary'],
  ['payload', '{"a":{"__proto__":{"polluted":true}}}'],
  ['details', 'canary'],
  ['details', '{}'],
  ['details', 'null'],
  ['attempts', '{"canary":1}'],
];

onEach(DATABASES, (database) => {
  let store: KnexStore;
  let job: ScheduledJob;
  let corrupt: Execution;
  let sound: Execution;

  const damage = (column: string, value: string) =>
    database
      .table('executions')
      .where({ id: corrupt.id })
      .update({ [column]: value });
  const stored = async ({ id }: Execution) => (await store.executions.get({ id, tenant: null }))!;
  const idsOf = (executions: readonly Execution[]) => executions.map(({ id }) => id).sort();

  beforeEach(async () => {
    await database.empty();
    store = database.store();
    const now = await store.schedules.now();
    job = buildJob(now, { policies: { ...buildJob(now).policies, allowOverlap: true } });
    [corrupt, sound] = [buildManualRun(job, now), buildManualRun(job, now)];
    await store.schedules.add({ jobs: [job] });
    await store.executions.add({ executions: [corrupt, sound] });
  });

  async function expectQuarantine(): Promise<void> {
    const ended = await stored(corrupt);
    expect(ended.status).toBe('failed');
    expect(ended.reason?.code).toBe('corrupt');
    expect(ended.error?.code).toBe('CORRUPT_ROW');
    expect(JSON.stringify(ended)).not.toContain('canary');
    expect((await store.schedules.get({ id: job.id, tenant: null }))?.counters.failed).toBe(1);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  }

  describe.each(CORRUPTIONS)('an execution with the %s %s', (column, value) => {
    it('ends as failed when it is claimed, and the others run', async () => {
      await damage(column, value);
      const claimed = await store.executions.claim(CLAIM);
      expect(idsOf(claimed)).toEqual([sound.id]);
      await expectQuarantine();
      expect(await store.executions.claim(CLAIM)).toEqual([]);
    });

    it('ends as failed when it is rescued, and the others wait again', async () => {
      await store.executions.claim({ ...CLAIM, leaseMs: -1_000 });
      await damage(column, value);
      expect(idsOf(await store.executions.rescue(RESCUE))).toEqual([sound.id]);
      await expectQuarantine();
      expect(await store.executions.rescue(RESCUE)).toEqual([]);
    });

    it('is listed with the others before and after', async () => {
      await damage(column, value);
      const { items } = await store.executions.list({ ...LIST, jobId: job.id });
      expect(idsOf(items)).toEqual(idsOf([corrupt, sound]));
      expect(items.find(({ id }) => id === corrupt.id)?.reason?.code).toBe('corrupt');
      await store.executions.claim(CLAIM);
      expect((await store.executions.list({ ...LIST, jobId: job.id })).items).toHaveLength(2);
    });

    it('can be cancelled', async () => {
      await damage(column, value);
      const request = { id: corrupt.id, tenant: null, reason: 'enough' };
      expect((await store.executions.requestCancel(request))?.state).toBe('cancelled');
      expect((await stored(corrupt)).status).toBe('cancelled');
    });

    it('can be settled by its owner', async () => {
      const claimed = await store.executions.claim(CLAIM);
      await damage(column, value);
      const settlements = claimed.map((execution) => ({ execution, outcome: outcomes.succeeded() }));
      const settled = await store.executions.settle({ settlements });
      expect(settled.every((execution) => execution?.status === 'success')).toBe(true);
    });
  });

  it('shows an execution with an unknown status as failed, and runs the others', async () => {
    await damage('status', 'canary');
    expect(await stored(corrupt)).toMatchObject({ status: 'failed', reason: { code: 'corrupt' } });
    expect(idsOf(await store.executions.claim(CLAIM))).toEqual([sound.id]);
  });

  it('quarantines an execution with an unknown status, whatever it was before', async () => {
    await damage('status', 'canary');
    expect(await store.executions.rescue(RESCUE)).toEqual([]);
    await expectQuarantine();
    expect(await database.table('executions').where({ id: corrupt.id }).first()).toMatchObject({
      status: 'failed',
      reason_code: 'corrupt',
    });
    await store.executions.rescue(RESCUE);
    expect((await store.schedules.get({ id: job.id, tenant: null }))?.counters.failed).toBe(1);
    expect(idsOf(await store.executions.claim(CLAIM))).toEqual([sound.id]);
  });

  it('knows every status', () => {
    expect(KNOWN_STATUSES).toEqual([...executionStatuses.statuses].sort());
  });

  it.each(['{"class":"transient","name":"Canary', 'canary', '{"name":7}'])(
    'counts the others in statistics despite the error %s',
    async (error) => {
      const claimed = await store.executions.claim(CLAIM);
      const settlements = claimed.map((execution) => ({ execution, outcome: outcomes.failed() }));
      await store.executions.settle({ settlements });
      await damage('error', error);
      await damage('status', 'failed');
      const { counts, failures } = await store.statistics.jobRunStatistics({
        jobId: job.id,
        tenant: null,
        latest: 10,
      });
      expect(counts.failed).toBe(2);
      expect(failures.find(({ errorName }) => errorName === 'Error')?.count).toBe(1);
    },
  );

  it('is reported as failed by statistics when its status is unknown', async () => {
    await store.executions.claim(CLAIM);
    await damage('status', 'canary');
    await damage('started_at', String(Date.now() + 60_000));
    const { last } = await store.statistics.jobRunStatistics({ jobId: job.id, tenant: null, latest: 10 });
    expect(last).toMatchObject({ id: corrupt.id, status: 'failed' });
  });

  it('returns log lines without a context that cannot be read', async () => {
    const [held] = await store.executions.claim(CLAIM);
    const line = buildLog(held!.id, new Date(), { message: 'a line' });
    await store.executions.appendLogs({ executionId: held!.id, fence: held!.fence, lines: [line, line] });
    const [first] = await database.table('execution_logs').orderBy('id');
    await database.table('execution_logs').where({ id: first.id }).update({ context: '{canary' });
    const logs = await store.executions.logs({ executionIds: [held!.id], tenant: null });
    expect(logs.map(({ message, context }) => [message, context])).toEqual([
      ['a line', { corrupt: true }],
      ['a line', {}],
    ]);
  });
});

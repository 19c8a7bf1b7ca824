import type { Execution, ScheduledJob, SchedulerStore } from '@scheduler/contracts';
import { buildJob, buildManualRun, outcomes, POLICIES, type StoreHarness } from '@scheduler/testing';
import { connectForCommands } from '../connection/connect.js';
import { onRedis } from '../test-support/on-redis.js';
import { baseOf } from '../database/redis-database.js';

const CLAIM = { owner: 'node', leaseMs: 60_000, lanes: [{ queue: 'default', limit: 10 }] };
const RESCUE = { graceMs: 0, limit: 10, deadLetterQueue: 'dead' };
const LIST = { tenant: null, sortOrder: 'asc', limit: 10, offset: 0 } as const;

const CORRUPTIONS: readonly (readonly [field: string, value: string])[] = [
  ['payload', '{"canary'],
  ['payload', '{"a":{"__proto__":{"polluted":true}}}'],
  ['d', 'canary'],
  ['d', '{}'],
  ['d', 'null'],
  ['atts', '{"canary":1}'],
  ['created', 'canary'],
];

onRedis((redis) => {
  let harness: StoreHarness;
  let store: SchedulerStore;
  let base: string;
  let job: ScheduledJob;
  let corrupt: Execution;
  let sound: Execution;

  const hand = connectForCommands({ url: redis.url });
  const stored = async ({ id }: Execution) => (await store.executions.get({ id, tenant: null }))!;
  const idsOf = (executions: readonly Execution[]) => executions.map(({ id }) => id).sort();
  const damage = (field: string, value: string) => hand.hset(`${base}x:${corrupt.id}`, field, value);
  const takeAway = () => hand.del(`${base}x:${corrupt.id}`);

  beforeAll(() => hand.connect());
  afterAll(() => hand.disconnect());
  beforeEach(async () => {
    const keyPrefix = redis.newPrefix();
    harness = await redis.storeHarness(keyPrefix);
    ({ store } = harness);
    base = baseOf(keyPrefix);
    await store.open();
    const now = await store.schedules.now();
    job = buildJob(now, { policies: { ...POLICIES, allowOverlap: true } });
    [corrupt, sound] = [buildManualRun(job, now), buildManualRun(job, now)];
    await store.schedules.add({ jobs: [job] });
    await store.executions.add({ executions: [corrupt, sound] });
  });
  afterEach(async () => {
    await store.close();
    await harness.close?.();
  });

  async function expectQuarantine(): Promise<void> {
    const ended = await stored(corrupt);
    expect(ended.status).toBe('failed');
    expect(ended.reason?.code).toBe('corrupt');
    expect(ended.error?.code).toBe('CORRUPT_HASH');
    expect(JSON.stringify(ended)).not.toContain('canary');
    expect((await store.schedules.get({ id: job.id, tenant: null }))?.counters.failed).toBe(1);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  }

  it('quarantines an execution with an unknown status when it would be claimed, and the others run', async () => {
    await damage('status', 'canary');
    expect(await stored(corrupt)).toMatchObject({ status: 'failed', reason: { code: 'corrupt' } });
    expect(idsOf(await store.executions.claim(CLAIM))).toEqual([sound.id]);
    await expectQuarantine();
    expect(await hand.hget(`${base}x:${corrupt.id}`, 'status')).toBe('failed');
    expect(await store.executions.count({ tenant: null })).toMatchObject({
      pending: 0,
      running: 1,
      failed: 1,
    });
    expect(await store.executions.claim(CLAIM)).toEqual([]);
  });

  it('quarantines an execution with an unknown status when its lease has expired', async () => {
    await store.executions.claim({ ...CLAIM, leaseMs: -1_000 });
    await damage('status', 'canary');
    expect(idsOf(await store.executions.rescue(RESCUE))).toEqual([sound.id]);
    await expectQuarantine();
    expect(await store.executions.count({ tenant: null })).toMatchObject({
      pending: 1,
      running: 0,
      failed: 1,
    });
    expect(await store.executions.rescue(RESCUE)).toEqual([]);
  });

  describe.each(CORRUPTIONS)('an execution with the field %s %s', (field, value) => {
    it('ends as failed when it is claimed, and the others run', async () => {
      await damage(field, value);
      expect(idsOf(await store.executions.claim(CLAIM))).toEqual([sound.id]);
      await expectQuarantine();
      expect(await store.executions.claim(CLAIM)).toEqual([]);
    });

    it('ends as failed when it is rescued, and the others wait again', async () => {
      await store.executions.claim({ ...CLAIM, leaseMs: -1_000 });
      await damage(field, value);
      expect(idsOf(await store.executions.rescue(RESCUE))).toEqual([sound.id]);
      await expectQuarantine();
      expect(await store.executions.rescue(RESCUE)).toEqual([]);
    });

    it('is listed with the others, and can be cancelled', async () => {
      await damage(field, value);
      const { items } = await store.executions.list({ ...LIST, jobId: job.id });
      expect(idsOf(items)).toEqual(idsOf([corrupt, sound]));
      expect(items.find(({ id }) => id === corrupt.id)?.reason?.code).toBe('corrupt');
      const answer = await store.executions.requestCancel({
        id: corrupt.id,
        tenant: null,
        reason: 'by hand',
      });
      expect(answer?.state).toBe('cancelled');
      expect(idsOf(await store.executions.claim(CLAIM))).toEqual([sound.id]);
    });

    it('is removed with its job', async () => {
      await damage(field, value);
      expect(await store.schedules.delete({ id: job.id, tenant: null })).toBe(true);
      expect((await store.executions.list(LIST)).total).toBe(0);
    });
  });

  describe('an execution whose hash was deleted by hand', () => {
    it('does not block claims', async () => {
      await takeAway();
      expect(idsOf(await store.executions.claim(CLAIM))).toEqual([sound.id]);
      expect(await store.executions.nextAvailableAt({ queues: ['default'] })).toBeNull();
    });

    it('does not block rescues', async () => {
      await store.executions.claim({ ...CLAIM, leaseMs: -1_000 });
      await takeAway();
      expect(idsOf(await store.executions.rescue(RESCUE))).toEqual([sound.id]);
    });

    it('does not block pruning', async () => {
      for (const execution of await store.executions.claim(CLAIM))
        await store.executions.settle({ settlements: [{ execution, outcome: outcomes.succeeded() }] });
      await takeAway();
      const finishedBefore = new Date((await store.schedules.now()).getTime() + 60_000);
      const request = { statuses: ['success'], finishedBefore, deadLettered: false, keep: null } as const;
      expect(await store.executions.prune({ ...request, limit: 1 })).toBe(1);
      expect(await store.executions.prune({ ...request, limit: 5 })).toBe(1);
      expect(await store.executions.prune({ ...request, limit: 5 })).toBe(0);
    });

    it('does not block its job', async () => {
      await takeAway();
      const cancelled = await store.schedules.cancel({
        job: job.cancel(await store.schedules.now()),
        expectedRevision: 1,
        reason: 'by hand',
      });
      expect(cancelled.cancelledExecutions).toBe(1);
      expect(await store.schedules.delete({ id: job.id, tenant: null })).toBe(true);
    });
  });
});

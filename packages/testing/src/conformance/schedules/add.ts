import assert from 'node:assert/strict';
import { type JsonValue, jobType, type Trigger, trigger } from '@scheduler/contracts';
import { assertIdsInAnyOrder, assertRejectsWith, assertSameJob, tamper } from '../kit/assertions.js';
import { buildJob, nextId, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

const TRIGGERS: Readonly<Record<Trigger['kind'], Trigger>> = {
  once: trigger.once(new Date('2031-05-06T07:08:09.123Z')),
  now: trigger.now(),
  cron: trigger.cron(['0 9 * * MON-FRI', '30 12 L * *'], { zone: 'Europe/Berlin', dst: { repeat: 'both' } }),
  every: trigger.every('90s', { anchor: new Date('2030-01-01T00:00:00Z') }),
  calendar: trigger.monthly({ at: '08:30', nthWeekday: { nth: 'last', weekday: 'friday' }, every: 2 }),
  rrule: trigger.rrule('FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1', {
    zone: 'Europe/Berlin',
    anchor: new Date('2030-01-07T09:00:00Z'),
  }),
  event: trigger.event('order.paid'),
  reboot: trigger.reboot(),
};

const PAYLOADS: readonly JsonValue[] = [
  null,
  0,
  -1.5,
  true,
  '',
  'quote \' " back \\ slash, % and _, ünïcödé 漢字 🚀',
  [],
  {},
  [1, [2, { three: [null] }]],
  { nested: { deep: { list: [1, 'two', false, null] } }, 'key with space': 1 },
];

const triggerCases = Object.fromEntries(
  Object.values(TRIGGERS).map((one) => [
    `gives back the trigger ${one.kind} as it was`,
    async (scene: StoreScene) => {
      const job = await scene.addJob({ trigger: one });
      assert.deepEqual((await scene.job(job)).trigger, one);
    },
  ]),
);

export const addJobs: ConformanceGroup<StoreScene> = {
  title: 'schedules.add',
  cases: {
    'stores a job and gives it back as it was (F52, F57, F202)': async (scene) => {
      const at = new Date('2030-02-03T04:05:06.789Z');
      const job = await scene.addJob({
        name: 'weekly sales',
        description: 'what it is for',
        type: jobType('reports.export-all'),
        targetId: 'report-1',
        payload: { format: 'csv' },
        policies: {
          ...POLICIES,
          queue: 'reports',
          priority: 2,
          allowOverlap: true,
          onExhausted: 'pause',
          named: ['maxRetries'],
        },
        tags: ['b', 'a'],
        metadata: { team: 'sales' },
        tenant: 'tenant-1',
        createdBy: 'user-1',
        startAt: at,
        endAt: new Date('2039-01-01T00:00:00.001Z'),
        maxExecutions: 7,
        nextRunAt: at,
        lastRunAt: at,
        counters: { fired: 5, executions: 4, succeeded: 2, failed: 1, totalDurationMs: 1234 },
        revision: 3,
      });
      assertSameJob(await scene.job(job), job);
    },
    'keeps what a paused and what an ended job say about themselves (F58)': async (scene) => {
      const at = await scene.fromNow(-1);
      const paused = await scene.addJob({ status: 'paused', pausedAt: at, statusReason: 'holidays' });
      const failed = await scene.addJob({ status: 'failed', completedAt: at, nextRunAt: null });
      const cancelled = await scene.addJob({ status: 'cancelled', cancelledAt: at, nextRunAt: null });
      for (const job of [paused, failed, cancelled]) assertSameJob(await scene.job(job), job);
    },
    ...triggerCases,
    'keeps payloads of every kind that JSON knows': async (scene) => {
      for (const payload of PAYLOADS) {
        const job = await scene.addJob({ payload });
        assert.deepEqual((await scene.job(job)).payload, payload);
      }
    },
    'stores many at once': async (scene) => {
      const now = await scene.now();
      const jobs = Array.from({ length: 250 }, () => buildJob(now));
      await scene.schedules.add({ jobs });
      const { items, total } = await scene.listJobs({ limit: 1_000 });
      assert.equal(total, 250);
      assertIdsInAnyOrder(items, jobs);
    },
    'does nothing for an empty batch': async (scene) => {
      await scene.schedules.add({ jobs: [] });
      assert.equal((await scene.listJobs()).total, 0);
    },
    'refuses an id that is taken': async (scene) => {
      const { id } = await scene.addJob();
      await assertRejectsWith(scene.addJob({ id, name: 'another' }), 'JOB_ALREADY_EXISTS', {
        field: 'id',
        value: id,
      });
    },
    'refuses an id that a job of another tenant has': async (scene) => {
      const { id } = await scene.addJob({ tenant: 'a' });
      await assertRejectsWith(scene.addJob({ id, tenant: 'b' }), 'JOB_ALREADY_EXISTS', { field: 'id' });
    },
    'refuses a name that a job of the tenant has': async (scene) => {
      await scene.addJob({ name: 'daily', tenant: 'a' });
      await assertRejectsWith(scene.addJob({ name: 'daily', tenant: 'a' }), 'JOB_ALREADY_EXISTS', {
        field: 'name',
        value: 'daily',
      });
    },
    'refuses a name that a job without tenant has, among those without': async (scene) => {
      await scene.addJob({ name: 'daily' });
      await assertRejectsWith(scene.addJob({ name: 'daily' }), 'JOB_ALREADY_EXISTS', { field: 'name' });
    },
    'refuses the name of a paused job': async (scene) => {
      await scene.addJob({ name: 'daily', status: 'paused' });
      await assertRejectsWith(scene.addJob({ name: 'daily' }), 'JOB_ALREADY_EXISTS', { field: 'name' });
    },
    'accepts the same name for different tenants': async (scene) => {
      await scene.addJob({ name: 'daily' });
      await scene.addJob({ name: 'daily', tenant: 'a' });
      await scene.addJob({ name: 'daily', tenant: 'b' });
      assert.equal((await scene.listJobs()).total, 3);
    },
    'accepts the name of a job that has ended': async (scene) => {
      for (const status of ['completed', 'failed', 'cancelled'] as const) {
        await scene.addJob({ name: 'daily', status, nextRunAt: null });
      }
      await scene.addJob({ name: 'daily' });
      assert.equal((await scene.listJobs()).total, 4);
    },
    'stores all or none': async (scene) => {
      const taken = await scene.addJob({ name: 'taken' });
      const now = await scene.now();
      const jobs = [buildJob(now), buildJob(now, { name: 'taken' }), buildJob(now)];
      await assertRejectsWith(scene.schedules.add({ jobs }), 'JOB_ALREADY_EXISTS');
      assertIdsInAnyOrder((await scene.listJobs()).items, [taken]);
      assert.equal(await scene.schedules.findByName({ name: jobs[0]?.name ?? '', tenant: null }), null);
    },
    'refuses two jobs of one name in one batch': async (scene) => {
      const now = await scene.now();
      const jobs = [buildJob(now, { name: 'twin' }), buildJob(now, { name: 'twin' })];
      await assertRejectsWith(scene.schedules.add({ jobs }), 'JOB_ALREADY_EXISTS', { field: 'name' });
      assert.equal((await scene.listJobs()).total, 0);
    },
    'lets exactly one of several win that add the same name at once': async (scene) => {
      const results = await Promise.allSettled(
        Array.from({ length: 5 }, () => scene.addJob({ id: nextId(), name: 'contested' })),
      );
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal((await scene.listJobs()).total, 1);
    },
    'keeps what was given, whatever the caller does with it afterwards': async (scene) => {
      const payload = { list: [1, 2] };
      const [tags, metadata] = [['a'], { key: 'value' }];
      const job = await scene.addJob({ payload, tags, metadata });
      payload.list.push(3);
      tags.push('b');
      metadata.key = 'changed';
      const stored = await scene.job(job);
      assert.deepEqual(stored.payload, { list: [1, 2] });
      assert.deepEqual([...stored.tags], ['a']);
      assert.deepEqual(stored.metadata, { key: 'value' });
    },
    'keeps what is stored, whatever a reader does with it': async (scene) => {
      const job = await scene.addJob({ payload: { list: [1] }, tags: ['a'] });
      const read = await scene.job(job);
      tamper(() => (read.payload as { list: number[] }).list.push(2));
      tamper(() => ((read.payload as { list: unknown }).list = 'gone'));
      tamper(() => (read.tags as string[]).push('b'));
      const stored = await scene.job(job);
      assert.deepEqual(stored.payload, { list: [1] });
      assert.deepEqual([...stored.tags], ['a']);
    },
  },
};

import assert from 'node:assert/strict';
import {
  defineHandler,
  jobType,
  type Quota,
  QuotaExceeded,
  silentLogger,
  trigger,
} from '@scheduler/contracts';
import type { CountedQuota } from '@scheduler/contracts/adapter';
import { createSchedulerNode, type SchedulerNode } from '@scheduler/core';
import { buildExecution, buildJob } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';
import { step } from '../workflows/graph-builders.js';
import { startRun } from '../workflows/run-verbs.js';

const MANY = 1_000;
const OTHERS = ['acme_2', 'Acme', 'acm', null];

async function countsOf({ tenantUsage }: StoreScene, tenant: string): Promise<readonly number[]> {
  const of = (quota: CountedQuota) => tenantUsage.count({ tenant, of: quota, upTo: MANY });
  return [await of('jobs'), await of('waiting')];
}

export const countTenantUsage: ConformanceGroup<StoreScene> = {
  title: 'tenantUsage.count (F252)',
  needs: 'tenantUsage',
  cases: {
    'counts nothing of a tenant that has nothing': async (scene) => {
      await scene.addJob();
      await scene.addExecution();
      assert.deepEqual(await countsOf(scene, 'acme'), [0, 0]);
    },
    'counts the jobs that have not ended, of the tenant alone': async (scene) => {
      for (const status of ['active', 'paused', 'completed', 'failed', 'cancelled'] as const)
        await scene.addJob({ tenant: 'acme', status, nextRunAt: null });
      for (const tenant of OTHERS) await scene.addJob({ tenant });
      assert.deepEqual(await countsOf(scene, 'acme'), [2, 0]);
    },
    'counts the executions that wait, now or later, of the tenant alone': async (scene) => {
      await scene.addExecution({ tenant: 'acme' });
      await scene.addExecution({ tenant: 'acme', availableAt: await scene.fromNow(HOUR) });
      for (const tenant of OTHERS) await scene.addExecution({ tenant });
      assert.deepEqual(await countsOf(scene, 'acme'), [0, 2]);
    },
    'does not count what runs, has ended or is deleted, and counts again what waits again': async (scene) => {
      await scene.addExecution({ tenant: 'acme' });
      const waiting = async () => (await countsOf(scene, 'acme'))[1];
      const claimed = await scene.claimOne();
      assert.equal(await waiting(), 0);
      await scene.loseAndRescue();
      assert.equal(await waiting(), 1);
      await scene.executions.requestCancel({ id: claimed.id, tenant: 'acme', reason: 'enough' });
      assert.equal(await waiting(), 0);
      await scene.addExecution({ tenant: 'acme' });
      await scene.executions.deleteOfTenant({ tenant: 'acme', after: null, limit: MANY });
      assert.equal(await waiting(), 0);
    },
    'counts a job until it is cancelled or deleted': async (scene) => {
      const [one, other] = [await scene.addJob({ tenant: 'acme' }), await scene.addJob({ tenant: 'acme' })];
      const job = one.cancel(await scene.now(), 'enough');
      await scene.schedules.cancel({ job, expectedRevision: one.revision, reason: 'enough' });
      assert.deepEqual(await countsOf(scene, 'acme'), [1, 0]);
      await scene.schedules.delete({ id: other.id, tenant: 'acme' });
      assert.deepEqual(await countsOf(scene, 'acme'), [0, 0]);
    },
    'stops counting where it is asked to': async (scene) => {
      const now = await scene.now();
      const acme = { tenant: 'acme' };
      await scene.schedules.add({ jobs: [buildJob(now, acme), buildJob(now, acme), buildJob(now, acme)] });
      await scene.executions.add({ executions: [buildExecution(now, acme), buildExecution(now, acme)] });
      const upTo = (of: CountedQuota, most: number) =>
        scene.tenantUsage.count({ tenant: 'acme', of, upTo: most });
      assert.deepEqual([await upTo('jobs', 2), await upTo('jobs', 3), await upTo('jobs', 4)], [2, 3, 3]);
      assert.deepEqual([await upTo('waiting', 1), await upTo('waiting', 9)], [1, 2]);
    },
    'counts in a transaction what was written in it': async (scene) => {
      const { tenantUsage, executions } = scene;
      if (!scene.store.capabilities.transactions) return;
      const execution = buildExecution(await scene.now(), { tenant: 'acme' });
      await scene.inTransaction(async (transaction) => {
        await executions.add({ executions: [execution], transaction });
        const count = await tenantUsage.count({ tenant: 'acme', of: 'waiting', upTo: MANY, transaction });
        assert.equal(count, 1);
      });
    },
  },
};

export const countRunsOfTenant: ConformanceGroup<StoreScene> = {
  title: 'tenantUsage.count of workflows (F252)',
  needs: 'workflows',
  cases: {
    'counts the runs that have not ended, of the tenant alone': async (scene) => {
      if ((scene.store.tenantUsage ?? null) === null) return;
      const count = () => scene.tenantUsage.count({ tenant: 'acme', of: 'workflows', upTo: MANY });
      const steps = [step('a')];
      const run = await startRun(scene, steps, { tenant: 'acme' });
      await startRun(scene, steps, { tenant: 'acme' });
      for (const tenant of OTHERS) await startRun(scene, steps, { tenant });
      assert.equal(await count(), 2);
      assert.equal(await scene.tenantUsage.count({ tenant: 'acme', of: 'workflows', upTo: 1 }), 1);
      await run.cancel(false);
      assert.equal(await count(), 1);
      await scene.workflows.deleteOfTenant({ tenant: 'acme', limit: MANY });
      assert.equal(await count(), 0);
    },
  },
};

const QUOTAS = { jobs: 2, waiting: 3, payloadBytes: 60 };

function nodeWithQuotas({ store }: StoreScene): SchedulerNode {
  const work = defineHandler({ type: 'work', handle: () => undefined });
  return createSchedulerNode({
    store,
    handlers: [work],
    logger: silentLogger,
    config: { quotas: QUOTAS },
  });
}

const isRefused = (quota: Quota, current: number) => (error: unknown) => {
  assert.ok(error instanceof QuotaExceeded, String(error));
  assert.deepEqual([error.tenant, error.quota, error.current], ['acme', quota, current]);
  assert.equal(error.limit, QUOTAS[quota as keyof typeof QUOTAS]);
  return true;
};

export const quotasOfTenants: ConformanceGroup<StoreScene> = {
  title: 'quotas of tenants (F252)',
  needs: 'tenantUsage',
  cases: {
    'are held however many calls of a process come at once': async (scene) => {
      const { scheduler } = nodeWithQuotas(scene);
      const acme = scheduler.forTenant('acme');
      const calls = Array.from({ length: 20 }, () => acme.enqueue({ type: 'work' }));
      const answers = await Promise.allSettled(calls);
      const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      assert.equal(refused.length, 17);
      for (const error of refused) isRefused('waiting', 3)(error);
      assert.equal((await acme.listExecutions()).total, 3);
      await scheduler.forTenant('globex').enqueue({ type: 'work' });
      await scheduler.enqueueMany(Array.from({ length: 9 }, () => ({ type: 'work' })));
    },
    'refuse a batch that does not fit as a whole': async (scene) => {
      const { scheduler } = nodeWithQuotas(scene);
      await scheduler.enqueue({ type: 'work', tenant: 'acme' });
      const batch = ['acme', 'globex', 'acme', 'acme'].map((tenant) => ({ type: 'work', tenant }));
      await assert.rejects(scheduler.enqueueMany(batch), isRefused('waiting', 1));
      assert.equal((await scheduler.listExecutions()).total, 1);
      await scheduler.enqueueMany(batch.slice(1));
    },
    'refuse jobs and payloads, and let a job fire what it was accepted for': async (scene) => {
      const node = nodeWithQuotas(scene);
      const acme = node.scheduler.forTenant('acme');
      const every = { type: 'work', trigger: trigger.every('1h') };
      const payload = { text: 'x'.repeat(60) };
      await assert.rejects(acme.schedule({ ...every, payload }), isRefused('payloadBytes', 71));
      await assert.rejects(acme.enqueue({ type: 'work', payload }), isRefused('payloadBytes', 71));
      await acme.schedule({ ...every, name: 'one' });
      const due = { tenant: 'acme', type: jobType('work'), nextRunAt: await scene.fromNow(-1) };
      const { id } = await scene.addJob(due);
      await assert.rejects(acme.schedule(every), isRefused('jobs', 2));
      await assert.rejects(acme.update('one', { payload }), isRefused('payloadBytes', 71));
      await acme.enqueueMany([{ type: 'work' }, { type: 'work' }, { type: 'work' }]);
      await assert.rejects(acme.runNow('one'), isRefused('waiting', 3));
      await node.tick();
      assert.ok((await acme.history(id)).total > 0, 'what a job fires is not refused');
      await acme.cancel(id);
      await acme.schedule({ ...every, name: 'three' });
    },
    'hold in a transaction of the caller': async (scene) => {
      if (!scene.store.capabilities.transactions) return;
      const node = nodeWithQuotas(scene);
      await node.open();
      const acme = node.scheduler.forTenant('acme');
      await scene.inTransaction(async (transaction) => {
        const add = () => acme.enqueue({ type: 'work' }, { transaction });
        await add();
        await add();
        await add();
        await assert.rejects(add(), isRefused('waiting', 3));
      });
      assert.equal((await acme.listExecutions()).total, 3);
    },
  },
};

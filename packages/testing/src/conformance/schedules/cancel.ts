import assert from 'node:assert/strict';
import type { ScheduledJob } from '@scheduler/contracts';
import { assertIds, assertRejectsWith, assertSameExecution, assertSameJob } from '../kit/assertions.js';
import { buildOccurrence, outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, type StoreScene } from '../kit/store-scene.js';

async function cancel(scene: StoreScene, job: ScheduledJob, reason = 'not needed') {
  const cancelled = job.cancel(await scene.now(), reason);
  return scene.schedules.cancel({ job: cancelled, expectedRevision: job.revision, reason });
}

export const cancelJob: ConformanceGroup<StoreScene> = {
  title: 'schedules.cancel',
  cases: {
    'stores the cancelled job with the next revision (F99)': async (scene) => {
      const job = await scene.addJob();
      const result = await cancel(scene, job);
      assert.equal(result.job.status, 'cancelled');
      assert.equal(result.job.revision, job.revision + 1);
      assert.equal(result.cancelledExecutions, 0);
      assert.deepEqual([...result.stopping], []);
      assertSameJob(await scene.job(job), result.job);
    },
    'makes it not due': async (scene) => {
      await cancel(scene, await scene.addJob());
      assertIds((await scene.schedules.findDue({ limit: 10 })).jobs, []);
      assert.equal(await scene.schedules.nextDueAt(), null);
    },
    'frees its name': async (scene) => {
      const job = await scene.addJob({ name: 'daily' });
      await cancel(scene, job);
      await scene.addJob({ name: 'daily' });
    },
    'cancels its waiting executions with the reason, and returns how many (F137)': async (scene) => {
      const job = await scene.addJob();
      const waiting = [await scene.addManualRun(job), await scene.addManualRun(job)];
      const result = await cancel(scene, job, 'because');
      assert.equal(result.cancelledExecutions, 2);
      for (const { id } of waiting) {
        const stored = await scene.execution({ id });
        assert.equal(stored.status, 'cancelled');
        assert.deepEqual(stored.reason, { code: 'cancelled', message: 'because' });
        assert.ok(stored.finishedAt instanceof Date);
      }
      assert.deepEqual(await scene.claim({ limit: 10 }), []);
    },
    'does not count executions that were cancelled while they waited': async (scene) => {
      const { job } = await scene.fire(await scene.addJob());
      await cancel(scene, job);
      assert.deepEqual((await scene.job(job)).counters, job.counters);
    },
    'asks its running executions to stop, and names them': async (scene) => {
      const { job, execution } = await scene.running();
      const result = await cancel(scene, job, 'because');
      assert.deepEqual([...result.stopping], [execution.id]);
      assert.equal(result.cancelledExecutions, 0);
      const stored = await scene.execution(execution);
      assert.equal(stored.status, 'running');
      assert.equal(stored.cancelRequest, 'because');
      const [state] = await scene.executions.heartbeat({
        leases: [{ executionId: execution.id, fence: execution.fence }],
        leaseMs: LEASE_MS,
      });
      assert.deepEqual(state, { executionId: execution.id, held: true, cancelRequest: 'because' });
    },
    'counts a running execution once when it has stopped, and stays cancelled': async (scene) => {
      const { job, execution } = await scene.running();
      await cancel(scene, job);
      await scene.settle(execution, outcomes.cancelled('stopped'));
      const stored = await scene.job(job);
      assert.equal(stored.status, 'cancelled');
      assert.equal(stored.counters.executions, 1);
      assert.equal(stored.counters.succeeded, 0);
      assert.equal(stored.counters.failed, 0);
    },
    'records skipped executions in the same step, as they are': async (scene) => {
      const job = await scene.addJob();
      const at = await scene.now();
      const reason = { code: 'cancelled', message: null } as const;
      const skipped = buildOccurrence(job, at, {
        status: 'skipped',
        reason,
        skipped: { count: 1, from: at, to: at },
      });
      const request = { job: job.cancel(at), reason: 'not needed', skipped: [skipped] };
      await assertRejectsWith(
        scene.schedules.cancel({ ...request, expectedRevision: 9 }),
        'CONCURRENT_CHANGE',
      );
      assert.equal((await scene.listExecutions()).total, 0);
      const { cancelledExecutions } = await scene.schedules.cancel({ ...request, expectedRevision: 1 });
      assert.equal(cancelledExecutions, 0);
      assert.deepEqual({ ...(await scene.execution(skipped)) }, { ...skipped });
    },
    'leaves ended executions as they are': async (scene) => {
      const { job, execution } = await scene.running();
      const settled = await scene.settle(execution, outcomes.succeeded());
      await cancel(scene, await scene.job(job));
      assertSameExecution(await scene.execution(execution), settled);
    },
    'leaves executions of other jobs alone': async (scene) => {
      const policies = { ...POLICIES, queue: 'other' };
      const other = await scene.running({ policies });
      const waiting = await scene.addManualRun(other.job);
      const enqueued = await scene.addExecution();
      await cancel(scene, await scene.addJob());
      assert.equal((await scene.execution(other.execution)).cancelRequest, null);
      for (const execution of [waiting, enqueued]) {
        assert.equal((await scene.execution(execution)).status, 'pending');
      }
    },
    'refuses a revision that is not the stored one, and cancels nothing': async (scene) => {
      const job = await scene.addJob();
      const waiting = await scene.addManualRun(job);
      await assertRejectsWith(
        scene.schedules.cancel({ job: job.cancel(await scene.now()), expectedRevision: 5, reason: 'x' }),
        'CONCURRENT_CHANGE',
      );
      assertSameJob(await scene.job(job), job);
      assertSameExecution(await scene.execution(waiting), waiting);
    },
  },
};

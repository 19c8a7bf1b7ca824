import assert from 'node:assert/strict';
import { assertIds, assertRejectsWith, assertSameJob } from '../kit/assertions.js';
import { buildLog, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

export const removeJob: ConformanceGroup<StoreScene> = {
  title: 'schedules.remove',
  cases: {
    'removes the job': async (scene) => {
      const { id, name } = await scene.addJob();
      assert.equal(await scene.schedules.delete({ id, tenant: null }), true);
      assert.equal(await scene.schedules.get({ id, tenant: null }), null);
      assert.equal(await scene.schedules.findByName({ name, tenant: null }), null);
      assertIds((await scene.schedules.findDue({ limit: 10 })).jobs, []);
    },
    'says false where there is none': async (scene) => {
      assert.equal(await scene.schedules.delete({ id: 'nobody', tenant: null }), false);
      const { id } = await scene.addJob();
      await scene.schedules.delete({ id, tenant: null });
      assert.equal(await scene.schedules.delete({ id, tenant: null }), false);
    },
    'removes its executions, in whatever status (F98, F208)': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.succeeded());
      await scene.addManualRun(job);
      await scene.claimOne();
      await scene.addManualRun(job);
      const other = await scene.addExecution();
      await scene.schedules.delete({ id: job.id, tenant: null });
      assertIds((await scene.listExecutions()).items, [other]);
      assert.equal(await scene.executions.get({ id: execution.id, tenant: null }), null);
      assertIds(await scene.claim({ limit: 10 }), [other]);
    },
    'removes the logs of its executions (F98, F208)': async (scene) => {
      const { job, execution } = await scene.running();
      const line = buildLog(execution.id, await scene.now());
      await scene.executions.appendLogs({ executionId: execution.id, fence: execution.fence, lines: [line] });
      await scene.schedules.delete({ id: job.id, tenant: null });
      assert.deepEqual(await scene.executions.logs({ executionIds: [execution.id], tenant: null }), []);
    },
    'makes the leases on its executions lost': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.schedules.delete({ id: job.id, tenant: null });
      assert.equal(await scene.trySettle(execution, outcomes.succeeded()), null);
    },
    'lets the same job come back, with occurrences that it had before': async (scene) => {
      const job = await scene.addJob();
      const before = await scene.fire(job);
      await scene.schedules.delete({ id: job.id, tenant: null });
      await scene.schedules.add({ jobs: [job] });
      const after = await scene.fire(job);
      assert.equal(before.executions.length, 1);
      assert.equal(after.executions.length, 1);
    },
    'removes a job of another revision than the expected one never': async (scene) => {
      const job = await scene.addJob({ tenant: 'a' });
      const { id, revision } = job;
      const remove = (expectedRevision: number, tenant: string | null = null) =>
        scene.schedules.delete({ id, tenant, expectedRevision });
      for (const other of [revision + 1, revision + 10])
        await assertRejectsWith(remove(other), 'CONCURRENT_CHANGE');
      assertSameJob(await scene.job(job), job);
      assert.equal(await remove(revision, 'b'), false);
      assert.equal(await remove(revision + 1, 'b'), false);
      assert.equal(await remove(revision), true);
      assert.equal(await remove(revision), false);
    },
    'does not remove what belongs to another tenant': async (scene) => {
      const job = await scene.addJob({ tenant: 'a' });
      assert.equal(await scene.schedules.delete({ id: job.id, tenant: 'b' }), false);
      assertSameJob(await scene.job(job), job);
      assert.equal(await scene.schedules.delete({ id: job.id, tenant: 'a' }), true);
    },
  },
};

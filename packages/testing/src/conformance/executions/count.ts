import assert from 'node:assert/strict';
import type { ExecutionCounts } from '@scheduler/contracts/adapter';
import { buildOccurrence, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

const NOTHING: ExecutionCounts = {
  pending: 0,
  running: 0,
  success: 0,
  failed: 0,
  timeout: 0,
  cancelled: 0,
  skipped: 0,
};

export const countExecutions: ConformanceGroup<StoreScene> = {
  title: 'executions.count',
  cases: {
    'counts nothing of every status in an empty store': async (scene) => {
      assert.deepEqual({ ...(await scene.executions.count({ tenant: null })) }, NOTHING);
    },
    'counts by status (F203)': async (scene) => {
      const ends = [
        outcomes.succeeded(),
        outcomes.succeeded(),
        outcomes.failed(),
        outcomes.failed({ status: 'timeout' }),
        outcomes.cancelled(),
      ];
      for (const outcome of ends) {
        await scene.addExecution();
        await scene.settle(await scene.claimOne(), outcome);
      }
      await scene.addExecution();
      await scene.claimOne();
      for (let count = 0; count < 3; count += 1) await scene.addExecution();
      const job = await scene.addJob();
      const skipped = buildOccurrence(job, await scene.now(), { status: 'skipped' });
      await scene.fire(job, { executions: [skipped] });
      assert.deepEqual(
        { ...(await scene.executions.count({ tenant: null })) },
        { pending: 3, running: 1, success: 2, failed: 1, timeout: 1, cancelled: 1, skipped: 1 },
      );
    },
    'counts one queue': async (scene) => {
      await scene.addExecution({ queue: 'a' });
      await scene.addExecution({ queue: 'b' });
      const counts = await scene.executions.count({ tenant: null, queue: 'a' });
      assert.deepEqual({ ...counts }, { ...NOTHING, pending: 1 });
    },
    'counts one job': async (scene) => {
      const { job } = await scene.running();
      await scene.addManualRun(job);
      await scene.addExecution();
      const counts = await scene.executions.count({ tenant: null, jobId: job.id });
      assert.deepEqual({ ...counts }, { ...NOTHING, running: 1, pending: 1 });
    },
    'counts for a tenant only its own': async (scene) => {
      const job = await scene.addJob({ tenant: 'a' });
      await scene.addManualRun(job);
      await scene.addExecution({ tenant: 'b' });
      await scene.addExecution();
      assert.equal((await scene.executions.count({ tenant: 'a' })).pending, 1);
      assert.equal((await scene.executions.count({ tenant: 'b', jobId: job.id })).pending, 0);
    },
  },
};

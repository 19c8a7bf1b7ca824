import assert from 'node:assert/strict';
import type { JobCounts } from '@scheduler/contracts/adapter';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

const NONE: JobCounts = { pending: 0, active: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 };

export const countJobs: ConformanceGroup<StoreScene> = {
  title: 'statistics.jobCounts',
  needs: 'statistics',
  cases: {
    'counts none of every status in an empty store': async ({ statistics }) => {
      assert.deepEqual(await statistics.jobCounts({ tenant: null }), NONE);
    },
    'counts by status (F219)': async (scene) => {
      await scene.addJob();
      await scene.addJob();
      for (const status of ['paused', 'completed', 'failed', 'cancelled'] as const)
        await scene.addJob({ status, nextRunAt: null });
      assert.deepEqual(await scene.statistics.jobCounts({ tenant: null }), {
        pending: 0,
        active: 2,
        paused: 1,
        completed: 1,
        failed: 1,
        cancelled: 1,
      });
    },
    'counts for a tenant only its own': async (scene) => {
      await scene.addJob({ tenant: 'a' });
      await scene.addJob({ tenant: 'b' });
      await scene.addJob();
      assert.deepEqual(await scene.statistics.jobCounts({ tenant: 'a' }), { ...NONE, active: 1 });
      assert.deepEqual(await scene.statistics.jobCounts({ tenant: 'nobody' }), NONE);
    },
  },
};

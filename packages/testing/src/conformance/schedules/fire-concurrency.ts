import assert from 'node:assert/strict';
import { buildOccurrence, outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

const two = { policies: { ...POLICIES, concurrency: 2 } };

export const fireConcurrency: ConformanceGroup<StoreScene> = {
  title: 'schedules.fire: concurrency of a job (F112)',
  cases: {
    'skips an occurrence while as many run as may, and no earlier': async (scene) => {
      const { job } = await scene.running(two);
      const second = await scene.fire(job);
      assert.equal(second.executions[0]?.status, 'pending');
      await scene.advance(2 * HOUR);
      await scene.claimOne();
      const later = [buildOccurrence(job, await scene.fromNow(HOUR))];
      const third = await scene.fire(second.job, { executions: later });
      assert.equal(third.executions[0]?.status, 'skipped');
      assert.deepEqual(third.executions[0]?.reason, { code: 'overlap', message: null });
    },
    'does not skip after one of them has ended': async (scene) => {
      const { job, execution } = await scene.running(two);
      const second = await scene.fire(job);
      await scene.advance(2 * HOUR);
      await scene.claimOne();
      await scene.settle(execution, outcomes.succeeded());
      const third = await scene.fire(await scene.job(second.job));
      assert.equal(third.executions[0]?.status, 'pending');
    },
  },
};

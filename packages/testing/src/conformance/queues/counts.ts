import assert from 'node:assert/strict';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

export const countQueues: ConformanceGroup<StoreScene> = {
  title: 'queues.counts',
  cases: {
    'are none where nothing waits or runs': async (scene) => {
      await scene.queues.change({ queue: 'mails', paused: true });
      await scene.addExecution();
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      assert.deepEqual(await scene.queues.counts(), []);
    },
    'count what is available, what is delayed and what runs (F109, F203)': async (scene) => {
      for (let count = 0; count < 6; count += 1) await scene.addExecution();
      await scene.addExecution({ availableAt: await scene.fromNow(HOUR) });
      const [retried] = await scene.claim({ limit: 3 });
      if (retried !== undefined) await scene.settle(retried, outcomes.retry(HOUR));
      assert.deepEqual(await scene.queues.counts(), [
        { queue: 'default', available: 3, delayed: 2, running: 2 },
      ]);
    },
    'go with the time of the store': async (scene) => {
      await scene.addExecution({ availableAt: await scene.fromNow(HOUR) });
      await scene.advance(2 * HOUR);
      assert.deepEqual(await scene.queues.counts(), [
        { queue: 'default', available: 1, delayed: 0, running: 0 },
      ]);
    },
    'are returned for each queue, by name': async (scene) => {
      await scene.addExecution({ queue: 'mails' });
      await scene.addExecution({ queue: 'exports' });
      await scene.addExecution({ queue: 'exports' });
      assert.deepEqual(await scene.queues.counts(), [
        { queue: 'exports', available: 2, delayed: 0, running: 0 },
        { queue: 'mails', available: 1, delayed: 0, running: 0 },
      ]);
    },
    'include what waits for another execution of its job, and what is paused': async (scene) => {
      const job = await scene.addJob();
      await scene.addManualRun(job);
      await scene.addManualRun(job);
      assert.equal((await scene.claim({ limit: 2 })).length, 1);
      await scene.queues.change({ queue: 'default', paused: true });
      assert.deepEqual(await scene.queues.counts(), [
        { queue: 'default', available: 1, delayed: 0, running: 1 },
      ]);
    },
  },
};

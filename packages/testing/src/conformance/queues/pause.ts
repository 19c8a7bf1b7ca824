import assert from 'node:assert/strict';
import { assertIds, assertIdsInAnyOrder } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, type StoreScene } from '../kit/store-scene.js';

const pause = (scene: StoreScene, queue = 'default') => scene.queues.change({ queue, paused: true });
const resume = (scene: StoreScene, queue = 'default') => scene.queues.change({ queue, paused: false });
const claimById = (scene: StoreScene, ids: readonly string[]) =>
  scene.executions.claimById({ ids, owner: 'node-a', leaseMs: LEASE_MS });

export const pausedQueue: ConformanceGroup<StoreScene> = {
  title: 'a paused queue',
  cases: {
    'is passed over by claims, and goes on where it was when it is resumed (F108)': async (scene) => {
      const urgent = { priority: 0 } as const;
      const [later, first] = [await scene.addExecution(), await scene.addExecution(urgent)];
      await pause(scene);
      assertIds(await scene.claim({ limit: 10 }), []);
      await resume(scene);
      assertIds(await scene.claim({ limit: 10 }), [first, later]);
    },
    'is passed over by claims that name executions': async (scene) => {
      const waiting = await scene.addExecution();
      const other = await scene.addExecution({ queue: 'mails' });
      await pause(scene);
      assertIds(await claimById(scene, [waiting.id, other.id]), [other]);
      await resume(scene);
      assertIds(await claimById(scene, [waiting.id]), [waiting]);
    },
    'leaves other queues alone, in the same claim too': async (scene) => {
      await scene.addExecution();
      const [mail, report] = [
        await scene.addExecution({ queue: 'mails' }),
        await scene.addExecution({ queue: 'reports' }),
      ];
      await pause(scene);
      const lanes = ['mails', 'default', 'reports'].map((queue) => ({ queue, limit: 5 }));
      const claimed = await scene.executions.claim({ lanes, owner: 'node-a', leaseMs: LEASE_MS });
      assertIdsInAnyOrder(claimed, [mail, report]);
    },
    'lets what runs go on: heartbeat, settlement and retry': async (scene) => {
      await scene.addExecution();
      const claimed = await scene.claimOne();
      await pause(scene);
      const leases = [{ executionId: claimed.id, fence: claimed.fence }];
      const [state] = await scene.executions.heartbeat({ leases, leaseMs: LEASE_MS });
      assert.equal(state?.held, true);
      assert.equal((await scene.settle(claimed, outcomes.retry())).status, 'pending');
      assertIds(await scene.claim({ limit: 10 }), []);
      await resume(scene);
      assertIds(await scene.claim({ limit: 10 }), [claimed]);
    },
    'takes what is added while it is paused': async (scene) => {
      await pause(scene);
      const added = await scene.addExecution();
      assertIds(await scene.claim({ limit: 10 }), []);
      await resume(scene);
      assertIds(await scene.claim({ limit: 10 }), [added]);
    },
    'is claimed whatever its concurrency is set to': async (scene) => {
      const added = await scene.addExecution();
      await scene.queues.change({ queue: 'default', concurrency: 1 });
      assertIds(await scene.claim({ limit: 10 }), [added]);
    },
  },
};

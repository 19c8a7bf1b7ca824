import assert from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import { assertIds, present } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, type StoreScene } from '../kit/store-scene.js';

const limit = (scene: StoreScene, globalLimit: number | null, queue = 'default') =>
  scene.queues.change({ queue, globalLimit });

async function waiting(scene: StoreScene, count: number, queue = 'default'): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (let made = 0; made < count; made += 1) executions.push(await scene.addExecution({ queue }));
  return executions;
}

export const globalLimit: ConformanceGroup<StoreScene> = {
  title: 'a queue with a global limit',
  cases: {
    'lets no more run at once, whoever claims': async (scene) => {
      const executions = await waiting(scene, 5);
      await limit(scene, 3);
      assertIds(await scene.claim({ limit: 2, owner: 'a' }), executions.slice(0, 2));
      assertIds(await scene.claim({ limit: 2, owner: 'b' }), executions.slice(2, 3));
      assertIds(await scene.claim({ limit: 2, owner: 'a' }), []);
    },
    'takes the next ones as others end or are rescued': async (scene) => {
      const executions = await waiting(scene, 4);
      await limit(scene, 1);
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      assertIds(await scene.claim({ limit: 5 }), executions.slice(1, 2));
      await scene.advance(LEASE_MS * 2);
      assertIds(await scene.claim({ limit: 5 }), []);
      await scene.rescue();
      assert.equal((await scene.claim({ limit: 5 })).length, 1);
    },
    'counts what ran before the limit was set, and lets it go on': async (scene) => {
      await waiting(scene, 4);
      const running = await scene.claim({ limit: 3 });
      await limit(scene, 2);
      assertIds(await scene.claim({ limit: 5 }), []);
      await scene.settle(present(running[0]), outcomes.succeeded());
      assertIds(await scene.claim({ limit: 5 }), []);
      await scene.settle(present(running[1]), outcomes.succeeded());
      assert.equal((await scene.claim({ limit: 5 })).length, 1);
    },
    'leaves other queues alone, in the same claim too': async (scene) => {
      await waiting(scene, 2);
      await waiting(scene, 2, 'mails');
      await limit(scene, 1);
      const lanes = ['default', 'mails'].map((queue) => ({ queue, limit: 5 }));
      const claimed = await scene.executions.claim({ lanes, owner: 'node-a', leaseMs: LEASE_MS });
      assert.equal(claimed.length, 3);
    },
    'holds for claims that name executions': async (scene) => {
      const executions = await waiting(scene, 3);
      await limit(scene, 2);
      const ids = executions.map(({ id }) => id);
      const claimed = await scene.executions.claimById({ ids, owner: 'node-a', leaseMs: LEASE_MS });
      assert.equal(claimed.length, 2);
    },
    'holds beside the limit of a key and the priorities': async (scene) => {
      const keyed = { concurrencyKey: 'customer-7', concurrencyLimit: 1, priority: 0 } as const;
      const first = await scene.addExecution(keyed);
      await scene.addExecution(keyed);
      const [second] = await waiting(scene, 2);
      await limit(scene, 2);
      assertIds(await scene.claim({ limit: 5 }), [first, present(second)]);
    },
    'is over when the limit is taken away': async (scene) => {
      const executions = await waiting(scene, 3);
      await limit(scene, 1);
      await limit(scene, null);
      assertIds(await scene.claim({ limit: 5 }), executions);
    },
    'is returned with the other settings': async (scene) => {
      const settings = { queue: 'mails', paused: true, concurrency: 4, globalLimit: 9 };
      assert.deepEqual(await scene.queues.change(settings), settings);
      assert.deepEqual(await scene.queues.settings(), [settings]);
    },
    'is no setting of a queue whose executions have limits of their own': async (scene) => {
      await scene.addExecution({ concurrencyKey: 'customer-7', concurrencyLimit: 1 });
      assert.deepEqual(await scene.queues.settings(), []);
    },
    'holds for several who claim at once': async (scene) => {
      await waiting(scene, 10);
      await limit(scene, 3);
      const owners = ['a', 'b', 'c', 'd', 'e'];
      const claims = await Promise.all(owners.map((owner) => scene.claim({ owner, limit: 2 })));
      const rest = await scene.claim({ limit: 10 });
      assert.equal(claims.flat().length + rest.length, 3);
      assert.equal((await scene.listExecutions({ statuses: ['running'] })).total, 3);
    },
  },
};

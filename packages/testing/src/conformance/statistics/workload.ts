import assert from 'node:assert/strict';
import type { Workload } from '@scheduler/contracts/adapter';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { run } from './runs.js';

const IDLE: Workload = {
  queues: [],
  deadLetters: 0,
  recentDeadLetters: 0,
  activeWorkers: 0,
  abandoned: 0,
  abandonedSince: null,
};

const workload = ({ statistics }: StoreScene, tenant: string | null = null) =>
  statistics.workload({ tenant, recentMs: HOUR });

export const workloadGroup: ConformanceGroup<StoreScene> = {
  title: 'statistics.workload',
  needs: 'statistics',
  cases: {
    'is nothing where nothing waits or runs': async (scene) => {
      await run(scene);
      assert.deepEqual(await workload(scene), IDLE);
    },
    'returns what waits and runs in each queue, and since when (F203, F219)': async (scene) => {
      const first = await scene.addExecution({ availableAt: await scene.fromNow(-HOUR), priority: 9 });
      await scene.addExecution({ availableAt: await scene.fromNow(-MINUTE), priority: 9 });
      await scene.addExecution({ availableAt: await scene.fromNow(HOUR) });
      await scene.addExecution({ priority: 0 });
      await scene.claimOne();
      await scene.addExecution({ queue: 'mails', availableAt: await scene.fromNow(HOUR) });
      const { queues } = await workload(scene);
      assert.deepEqual(queues, [
        { queue: 'default', available: 2, availableSince: first.availableAt, delayed: 1, running: 1 },
        { queue: 'mails', available: 0, availableSince: null, delayed: 1, running: 0 },
      ]);
    },
    'counts which dead letters are recent': async (scene) => {
      const outcome = outcomes.failed({ deadLetterQueue: 'dead' });
      await run(scene, { outcome });
      await scene.advance(2 * HOUR);
      await run(scene, { outcome });
      const { deadLetters, recentDeadLetters } = await workload(scene);
      assert.deepEqual([deadLetters, recentDeadLetters], [2, 1]);
    },
    'counts dead letters until they are dismissed': async (scene) => {
      const outcome = outcomes.failed({ deadLetterQueue: 'dead' });
      const { id } = await run(scene, { outcome });
      await run(scene, { outcome, props: { tenant: 'a' } });
      assert.equal((await workload(scene)).deadLetters, 2);
      assert.equal((await workload(scene, 'a')).deadLetters, 1);
      await scene.executions.dismissDeadLetters({ ids: [id], tenant: null });
      assert.equal((await workload(scene)).deadLetters, 1);
    },
    'counts each owner of leases once, and those whose leases ended not at all (F227)': async (scene) => {
      for (let count = 0; count < 4; count += 1) await scene.addExecution();
      await scene.claim({ owner: 'lost', limit: 1 });
      await scene.advance(LEASE_MS + MINUTE);
      const since = await scene.fromNow(-2 * MINUTE);
      await scene.claim({ owner: 'a', limit: 2 });
      await scene.claim({ owner: 'b', limit: 1 });
      const { activeWorkers, abandoned, abandonedSince } = await workload(scene);
      assert.deepEqual([activeWorkers, abandoned], [2, 1]);
      assert.ok(abandonedSince !== null && abandonedSince > since && abandonedSince < (await scene.now()));
    },
    'counts no owner of what has ended': async (scene) => {
      await run(scene);
      await scene.addExecution();
      await scene.settle(await scene.claimOne(), outcomes.retry(HOUR));
      assert.equal((await workload(scene)).activeWorkers, 0);
    },
    'counts only what belongs to the tenant': async (scene) => {
      await scene.addExecution({ tenant: 'a' });
      await scene.claimOne();
      await scene.addExecution({ tenant: 'b' });
      const { queues, activeWorkers } = await workload(scene, 'b');
      assert.equal(activeWorkers, 0);
      assert.deepEqual([queues[0]?.available, queues[0]?.running], [1, 0]);
    },
  },
};

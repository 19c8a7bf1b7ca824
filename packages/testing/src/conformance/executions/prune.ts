import assert from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import type { Outcome, PruneExecutions } from '@scheduler/contracts/adapter';
import { assertIds, assertIdsInAnyOrder } from '../kit/assertions.js';
import { buildLog, buildOccurrence, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

const DAY = 24 * HOUR;

async function ended(scene: StoreScene, outcome: Outcome): Promise<Execution> {
  await scene.addExecution();
  return scene.settle(await scene.claimOne(), outcome);
}

async function prune(scene: StoreScene, request: Partial<PruneExecutions> = {}): Promise<number> {
  return scene.executions.prune({
    statuses: ['success'],
    finishedBefore: await scene.fromNow(HOUR),
    deadLettered: false,
    keep: null,
    limit: 100,
    ...request,
  });
}

/** An hour apart from each other, of two statuses in turn. */
async function fourEnded(scene: StoreScene) {
  const all: Execution[] = [];
  for (const status of ['failed', 'timeout', 'failed', 'timeout'] as const) {
    all.push(await ended(scene, outcomes.failed({ status })));
    await scene.advance(HOUR);
  }
  return { kept: all.slice(2) };
}

const remaining = async (scene: StoreScene) => (await scene.listExecutions()).items;

export const pruneGroup: ConformanceGroup<StoreScene> = {
  title: 'executions.prune',
  cases: {
    'deletes ended executions of the statuses that are named, and returns how many (F247, F249)': async (
      scene,
    ) => {
      await ended(scene, outcomes.succeeded());
      await ended(scene, outcomes.cancelled());
      const failed = await ended(scene, outcomes.failed());
      assert.equal(await prune(scene, { statuses: ['success', 'cancelled'] }), 2);
      assertIds(await remaining(scene), [failed]);
      assert.equal(await prune(scene, { statuses: ['success', 'cancelled'] }), 0);
    },
    'removes only what ended before the instant (F248)': async (scene) => {
      await ended(scene, outcomes.succeeded());
      await scene.advance(2 * HOUR);
      const recent = await ended(scene, outcomes.succeeded());
      assert.equal(await prune(scene, { finishedBefore: await scene.fromNow(-HOUR) }), 1);
      assertIds(await remaining(scene), [recent]);
    },
    'never removes what waits or runs': async (scene) => {
      await scene.addExecution();
      await scene.claimOne();
      await scene.addExecution();
      const retried = await ended(scene, outcomes.retry(HOUR));
      assert.equal(retried.status, 'pending');
      const statuses = ['pending', 'running', 'success', 'failed'] as const;
      assert.equal(await prune(scene, { statuses }), 0);
      assert.equal((await remaining(scene)).length, 3);
    },
    'removes skipped traces': async (scene) => {
      const job = await scene.addJob();
      const trace = buildOccurrence(job, await scene.now(), { status: 'skipped' });
      await scene.fire(job, { executions: [trace] });
      assert.equal(await prune(scene, { statuses: ['skipped'] }), 1);
      assertIds(await remaining(scene), []);
    },
    'removes either dead letters or the others': async (scene) => {
      const dead = await ended(scene, outcomes.failed({ deadLetterQueue: 'dead' }));
      await ended(scene, outcomes.failed());
      assert.equal(await prune(scene, { statuses: ['failed'] }), 1);
      assertIds(await remaining(scene), [dead]);
      assert.equal(await prune(scene, { statuses: ['failed'], deadLettered: true }), 1);
      assertIds(await remaining(scene), []);
    },
    'removes no more than the limit at once': async (scene) => {
      for (let count = 0; count < 5; count += 1) await ended(scene, outcomes.succeeded());
      const counts = [];
      for (let round = 0; round < 3; round += 1) counts.push(await prune(scene, { limit: 2 }));
      assert.deepEqual(counts, [2, 2, 1]);
    },
    'keeps only so many of the latest, over all statuses that are named': async (scene) => {
      const { kept } = await fourEnded(scene);
      const statuses = ['failed', 'timeout'] as const;
      const finishedBefore = await scene.fromNow(-DAY);
      assert.equal(await prune(scene, { statuses, finishedBefore, keep: 2 }), 2);
      assertIdsInAnyOrder(await remaining(scene), kept);
      assert.equal(await prune(scene, { statuses, finishedBefore, keep: 2 }), 0);
    },
    'removes nothing where there are no more than may be kept': async (scene) => {
      await fourEnded(scene);
      const finishedBefore = await scene.fromNow(-DAY);
      assert.equal(await prune(scene, { statuses: ['failed', 'timeout'], finishedBefore, keep: 4 }), 0);
    },
    'removes what is too old however many may be kept': async (scene) => {
      await fourEnded(scene);
      assert.equal(await prune(scene, { statuses: ['failed', 'timeout'], keep: 100 }), 4);
    },
    'counts towards what is kept only what it could remove': async (scene) => {
      const dead = await ended(scene, outcomes.failed({ deadLetterQueue: 'dead' }));
      const { kept } = await fourEnded(scene);
      const succeeded = await ended(scene, outcomes.succeeded());
      const finishedBefore = await scene.fromNow(-DAY);
      const statuses = ['failed', 'timeout'] as const;
      assert.equal(await prune(scene, { statuses, finishedBefore, deadLettered: true, keep: 1 }), 0);
      assert.equal(await prune(scene, { statuses, finishedBefore, keep: 2 }), 2);
      assertIdsInAnyOrder(await remaining(scene), [dead, ...kept, succeeded]);
    },
    'removes what is too many in steps of the limit, the oldest first': async (scene) => {
      const { kept } = await fourEnded(scene);
      const finishedBefore = await scene.fromNow(-DAY);
      const step = () => prune(scene, { statuses: ['failed', 'timeout'], finishedBefore, keep: 2, limit: 1 });
      assert.deepEqual([await step(), await step(), await step()], [1, 1, 0]);
      assertIdsInAnyOrder(await remaining(scene), kept);
    },
    'removes the logs with them': async (scene) => {
      await scene.addExecution();
      const claimed = await scene.claimOne();
      const { id: executionId, fence } = claimed;
      const lines = [buildLog(executionId, await scene.now())];
      await scene.executions.appendLogs({ executionId, fence, lines });
      await scene.settle(claimed, outcomes.succeeded());
      await prune(scene);
      assert.deepEqual([...(await scene.executions.logs({ executionIds: [executionId], tenant: null }))], []);
    },
    'leaves jobs and their counters alone': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.succeeded());
      const before = await scene.job(job);
      await prune(scene);
      assert.deepEqual((await scene.job(job)).counters, before.counters);
      assert.equal((await scene.job(job)).status, 'active');
    },
    'removes nothing for no status': async (scene) => {
      const execution = await ended(scene, outcomes.succeeded());
      assert.equal(await prune(scene, { statuses: [] }), 0);
      assertIdsInAnyOrder(await remaining(scene), [execution]);
    },
  },
};

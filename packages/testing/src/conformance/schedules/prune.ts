import assert from 'node:assert/strict';
import { trigger, type ScheduledJob } from '@scheduler/contracts';
import type { ScheduledJobProps } from '@scheduler/contracts/adapter';
import { assertIdsInAnyOrder } from '../kit/assertions.js';
import { buildLog, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

const DAY = 24 * HOUR;

/** A one-off that ended two days ago. */
async function ended(scene: StoreScene, props: Partial<ScheduledJobProps> = {}): Promise<ScheduledJob> {
  const [createdAt, at] = [await scene.fromNow(-3 * DAY), await scene.fromNow(-2 * DAY)];
  const status = props.status ?? 'completed';
  return scene.addJob({
    trigger: trigger.now(),
    status,
    nextRunAt: null,
    createdAt,
    updatedAt: at,
    ...(status === 'cancelled' ? { cancelledAt: at } : { completedAt: at }),
    ...props,
  });
}

const prune = async (scene: StoreScene, limit = 100): Promise<number> =>
  scene.schedules.prune({ endedBefore: await scene.fromNow(-DAY), limit });

async function assertKept(scene: StoreScene, jobs: readonly ScheduledJob[]): Promise<void> {
  assertIdsInAnyOrder((await scene.listJobs()).items, jobs);
}

export const pruneJobs: ConformanceGroup<StoreScene> = {
  title: 'schedules.prune',
  cases: {
    'deletes one-off jobs that ended before the instant, however they ended (F249)': async (scene) => {
      for (const status of ['completed', 'failed', 'cancelled'] as const) await ended(scene, { status });
      await ended(scene, { trigger: trigger.once(await scene.fromNow(-2 * DAY)) });
      assert.equal(await prune(scene), 4);
      await assertKept(scene, []);
      assert.equal(await prune(scene), 0);
    },
    'keeps what ended later, has not ended, or is not a one-off': async (scene) => {
      const later = await scene.fromNow(-HOUR);
      const kept = [
        await ended(scene, { completedAt: later, updatedAt: later }),
        await ended(scene, { status: 'cancelled', cancelledAt: later, updatedAt: later }),
        await ended(scene, { status: 'paused', completedAt: null }),
        await ended(scene, { trigger: trigger.every('1h') }),
        await ended(scene, { trigger: trigger.event('order.paid') }),
      ];
      assert.equal(await prune(scene), 0);
      await assertKept(scene, kept);
    },
    'deletes the executions with their logs, and those of no other job': async (scene) => {
      const job = await ended(scene);
      await scene.addManualRun(job);
      const claimed = await scene.claimOne();
      const { id: executionId, fence } = claimed;
      await scene.executions.appendLogs({
        executionId,
        fence,
        lines: [buildLog(executionId, await scene.now())],
      });
      await scene.settle(claimed, outcomes.succeeded());
      const other = await scene.addExecution();
      assert.equal(await prune(scene), 1);
      assertIdsInAnyOrder((await scene.listExecutions()).items, [other]);
      assert.deepEqual([...(await scene.executions.logs({ executionIds: [executionId], tenant: null }))], []);
    },
    'keeps a job while one of its executions waits or runs': async (scene) => {
      const job = await ended(scene);
      await scene.addManualRun(job);
      assert.equal(await prune(scene), 0);
      const claimed = await scene.claimOne();
      assert.equal(await prune(scene), 0);
      await scene.settle(claimed, outcomes.succeeded());
      assert.equal(await prune(scene), 1);
    },
    'keeps a job while one of its executions is a dead letter': async (scene) => {
      const job = await ended(scene, { status: 'failed' });
      await scene.addManualRun(job);
      const { id } = await scene.settle(await scene.claimOne(), outcomes.failed({ deadLetterQueue: 'dead' }));
      assert.equal(await prune(scene), 0);
      await scene.executions.dismissDeadLetters({ ids: [id], tenant: null });
      assert.equal(await prune(scene), 1);
    },
    'deletes no more than the limit at once, and passes over what is kept': async (scene) => {
      const recurring = await ended(scene, { trigger: trigger.every('1h') });
      for (let count = 0; count < 5; count += 1) await ended(scene);
      assert.deepEqual([await prune(scene, 2), await prune(scene, 2), await prune(scene, 2)], [2, 2, 1]);
      assert.equal(await prune(scene, 0), 0);
      await assertKept(scene, [recurring]);
    },
    'deletes jobs of every tenant, and lets their names be used again': async (scene) => {
      const { name } = await ended(scene, { tenant: 'a' });
      await ended(scene, { tenant: 'b' });
      assert.equal(await prune(scene), 2);
      assert.equal(await scene.schedules.findByName({ name, tenant: 'a' }), null);
      const again = await scene.addJob({ tenant: 'a', name });
      await assertKept(scene, [again]);
    },
  },
};

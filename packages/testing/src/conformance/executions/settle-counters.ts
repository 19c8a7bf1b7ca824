import assert from 'node:assert/strict';
import type { ScheduledJob } from '@scheduler/contracts';
import type { Outcome } from '@scheduler/contracts/adapter';
import { assertRejectsWith } from '../kit/assertions.js';
import { buildManualRun, outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

interface Counts {
  readonly executions: number;
  readonly succeeded: number;
  readonly failed: number;
}

function counts(outcome: Outcome, expected: Counts) {
  return async (scene: StoreScene) => {
    const { job, execution } = await scene.running();
    await scene.settle(execution, outcome);
    await assertCounts(scene, job, expected);
  };
}

async function assertCounts(scene: StoreScene, job: ScheduledJob, expected: Counts): Promise<void> {
  const { executions, succeeded, failed } = (await scene.job(job)).counters;
  assert.deepEqual({ executions, succeeded, failed }, expected);
}

const overlapping = { policies: { ...POLICIES, allowOverlap: true } };

export const settleCounters: ConformanceGroup<StoreScene> = {
  title: 'executions.settle: counters of the job (F56)',
  cases: {
    'counts a success': counts(outcomes.succeeded(), { executions: 1, succeeded: 1, failed: 0 }),
    'counts a failure': counts(outcomes.failed(), { executions: 1, succeeded: 0, failed: 1 }),
    'counts a timeout as a failure': counts(outcomes.failed({ status: 'timeout' }), {
      executions: 1,
      succeeded: 0,
      failed: 1,
    }),
    'counts a cancellation as neither': counts(outcomes.cancelled(), {
      executions: 1,
      succeeded: 0,
      failed: 0,
    }),
    'counts nothing for a retry': counts(outcomes.retry(), { executions: 0, succeeded: 0, failed: 0 }),
    'counts nothing for a snooze': counts(outcomes.snoozed(), { executions: 0, succeeded: 0, failed: 0 }),
    'counts an execution once, however many attempts it took': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.retry());
      await scene.settle(await scene.claimOne(), outcomes.snoozed());
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      await assertCounts(scene, job, { executions: 1, succeeded: 1, failed: 0 });
    },
    'adds up the durations': async (scene) => {
      const job = await scene.addJob();
      let total = 0;
      for (const minutes of [1, 2]) {
        await scene.addManualRun(job);
        const claimed = await scene.claimOne();
        await scene.advance(minutes * MINUTE);
        total += (await scene.settle(claimed, outcomes.succeeded())).durationMs ?? 0;
      }
      assert.ok(total >= 3 * MINUTE);
      assert.equal((await scene.job(job)).counters.totalDurationMs, total);
    },
    'leaves cursor, occurrences and policies of the job alone': async (scene) => {
      const { job, execution } = await scene.running({ tags: ['t'], payload: { a: 1 } });
      await scene.settle(execution, outcomes.succeeded());
      const after = await scene.job(job);
      assert.deepEqual(after.nextRunAt, job.nextRunAt);
      assert.deepEqual(after.lastRunAt, job.lastRunAt);
      assert.equal(after.counters.fired, job.counters.fired);
      assert.deepEqual(after.payload, job.payload);
      assert.deepEqual([...after.tags], [...job.tags]);
      assert.deepEqual(after.policies, job.policies);
    },
    'counts exactly where many executions of a job end at once': async (scene) => {
      const job = await scene.addJob(overlapping);
      const now = await scene.now();
      const executions = Array.from({ length: 20 }, () => buildManualRun(job, now));
      await scene.executions.add({ executions });
      const claimed = await scene.claim({ limit: 20 });
      await Promise.all(
        claimed.map((execution, index) =>
          scene.settle(execution, index % 4 === 0 ? outcomes.failed() : outcomes.succeeded()),
        ),
      );
      await assertCounts(scene, job, { executions: 20, succeeded: 15, failed: 5 });
    },
    'counts exactly where many executions of a job end in one batch': async (scene) => {
      const job = await scene.addJob(overlapping);
      for (let count = 0; count < 5; count += 1) await scene.addManualRun(job);
      const claimed = await scene.claim({ limit: 5 });
      await scene.executions.settle({
        settlements: claimed.map((execution) => ({ execution, outcome: outcomes.succeeded() })),
      });
      await assertCounts(scene, job, { executions: 5, succeeded: 5, failed: 0 });
    },
    'loses no count to a writer that read the job before': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.succeeded());
      const stale = job.with({ description: 'written from an old copy' });
      await scene.schedules.save({ job: stale, expectedRevision: job.revision }).catch(() => undefined);
      await assertCounts(scene, job, { executions: 1, succeeded: 1, failed: 0 });
    },
    'loses no count to a tick that read the job before': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.succeeded());
      await scene.tryToFire(job);
      await assertCounts(scene, job, { executions: 1, succeeded: 1, failed: 0 });
    },
    'refuses a writer that read the job before it ended': async (scene) => {
      const { job, execution } = await scene.running({}, { nextRunAt: null });
      await scene.settle(execution, outcomes.succeeded());
      const stale = scene.schedules.save({
        job: job.pause(await scene.now()),
        expectedRevision: job.revision,
      });
      await assertRejectsWith(stale, 'CONCURRENT_CHANGE');
      assert.equal((await scene.job(job)).status, 'completed');
    },
  },
};

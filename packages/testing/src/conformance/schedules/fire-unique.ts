import assert from 'node:assert/strict';
import type { Execution, ScheduledJob } from '@scheduler/contracts';
import { assertIds } from '../kit/assertions.js';
import { buildExecution, buildOccurrence, outcomes, POLICIES } from '../kit/builders.js';
import { UNIQUE } from '../executions/add-unique.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

const overlapping = { policies: { ...POLICIES, allowOverlap: true } };

async function fire(scene: StoreScene, job: ScheduledJob, ats?: readonly Date[]) {
  const instants = ats ?? [job.nextRunAt ?? (await scene.now())];
  const executions = instants.map((at) => buildOccurrence(job, at, { unique: UNIQUE }));
  return scene.fire(job, { executions });
}

function assertConflict(execution: Execution | undefined): void {
  assert.equal(execution?.status, 'skipped');
  assert.equal(execution?.reason?.code, 'unique_conflict');
  assert.equal(execution?.occurrence, null);
}

export const fireUnique: ConformanceGroup<StoreScene> = {
  title: 'schedules.fire: unique (F156-F158)',
  cases: {
    'skips an occurrence while the previous one waits, and moves the cursor': async (scene) => {
      const first = await fire(scene, await scene.addJob(overlapping));
      const second = await fire(scene, first.job);
      assertConflict(second.executions[0]);
      assert.equal(second.job.counters.fired, 1);
      assert.ok((second.job.nextRunAt ?? 0) > (first.job.nextRunAt ?? 0));
      assertIds((await scene.listExecutions({ statuses: ['pending'] })).items, first.executions);
    },
    'skips an occurrence while the previous one runs, and not after it': async (scene) => {
      const { job } = await fire(scene, await scene.addJob(overlapping));
      const claimed = await scene.claimOne();
      const second = await fire(scene, job);
      assertConflict(second.executions[0]);
      await scene.settle(claimed, outcomes.succeeded());
      const third = await fire(scene, await scene.job(job));
      assert.equal(third.executions[0]?.status, 'pending');
      assert.equal(third.executions[0]?.occurrence, 2);
    },
    'skips all but the first of one firing': async (scene) => {
      const job = await scene.addJob(overlapping);
      const ats = [await scene.fromNow(MINUTE), await scene.fromNow(2 * MINUTE)];
      const { executions } = await fire(scene, job, ats);
      assert.equal(executions[0]?.status, 'pending');
      assertConflict(executions[1]);
    },
    'knows equal work of other jobs and of callers': async (scene) => {
      const now = await scene.now();
      await scene.executions.add({ executions: [buildExecution(now, { unique: UNIQUE })] });
      const { executions } = await fire(scene, await scene.addJob(overlapping));
      assertConflict(executions[0]);
    },
    'lets one of two jobs win that are fired in one call': async (scene) => {
      const now = await scene.now();
      const jobs = [await scene.addJob(overlapping), await scene.addJob(overlapping)];
      const firings = jobs.map((job) =>
        scene.firing(job, now, { executions: [buildOccurrence(job, now, { unique: UNIQUE })] }),
      );
      const results = await scene.schedules.fire({ firings });
      const made = results.flatMap((result) => (result.kind === 'fired' ? result.executions : []));
      assert.deepEqual(
        made.map(({ status }) => status),
        ['pending', 'skipped'],
      );
    },
    'is not skipped for a firing that did not happen': async (scene) => {
      const now = await scene.now();
      const [stale, job] = [await scene.addJob(overlapping), await scene.addJob(overlapping)];
      await scene.schedules.save({ job: stale, expectedRevision: stale.revision });
      const firings = [stale, job].map((one) =>
        scene.firing(one, now, { executions: [buildOccurrence(one, now, { unique: UNIQUE })] }),
      );
      const [lost, won] = await scene.schedules.fire({ firings });
      assert.equal(lost?.kind, 'conflict');
      assert.equal(won?.kind === 'fired' ? won.executions[0]?.status : null, 'pending');
    },
    'lets exactly one win of several that fire and enqueue at once': async (scene) => {
      const now = await scene.now();
      const jobs = await Promise.all(Array.from({ length: 4 }, () => scene.addJob(overlapping)));
      await Promise.all([
        ...jobs.map((job) =>
          scene.tryToFire(job, { executions: [buildOccurrence(job, now, { unique: UNIQUE })] }),
        ),
        ...Array.from({ length: 4 }, () =>
          scene.executions.add({ executions: [buildExecution(now, { unique: UNIQUE })] }),
        ),
      ]);
      assert.equal((await scene.listExecutions({ statuses: ['pending'] })).total, 1);
    },
  },
};

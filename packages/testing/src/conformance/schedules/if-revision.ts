import assert from 'node:assert/strict';
import {
  type ChangeOptions,
  defineHandler,
  JobNotFound,
  JobRevisionMismatch,
  jobType,
  type Scheduler,
  silentLogger,
  trigger,
} from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

type Change = (scheduler: Scheduler, job: string, options?: ChangeOptions) => Promise<unknown>;

const CHANGES: Readonly<Record<string, Change>> = {
  update: (scheduler, job, options) => scheduler.update(job, { description: 'changed' }, options),
  reschedule: (scheduler, job, options) => scheduler.reschedule(job, '0 10 * * *', options),
  pause: (scheduler, job, options) => scheduler.pause(job, 'enough', options),
  cancel: (scheduler, job, options) => scheduler.cancel(job, 'enough', options),
  unschedule: (scheduler, job, options) => scheduler.unschedule(job, options),
};

async function setUp({ store }: StoreScene) {
  const handlers = [defineHandler({ type: 'work', handle: () => undefined })];
  // Two processes, as far as the store can tell.
  const nodes = [0, 1].map(() => createSchedulerNode({ store, handlers, logger: silentLogger }));
  const [one, other] = nodes.map(({ scheduler }) => scheduler) as [Scheduler, Scheduler];
  const job = await one.schedule({ type: 'work', name: 'daily', trigger: trigger.daily({ at: '09:00' }) });
  return { one, other, job, revision: (await one.get(job.id)).revision };
}

export const changesOfRevision: ConformanceGroup<StoreScene> = {
  title: 'changes of a job under a revision',
  cases: {
    ...Object.fromEntries(
      Object.entries(CHANGES).map(([name, change]) => [
        `${name}: of several writers that have read the same revision exactly one succeeds`,
        async (scene: StoreScene) => {
          const { one, other, job, revision } = await setUp(scene);
          const writers = [one, other, one, other, one, other];
          const answers = await Promise.allSettled(
            writers.map((scheduler) => change(scheduler, job.id, { ifRevision: revision })),
          );
          const refused = answers.flatMap((each) =>
            each.status === 'rejected' ? [each.reason as unknown] : [],
          );
          assert.equal(refused.length, writers.length - 1, 'not exactly one has succeeded');
          for (const error of refused) {
            const isExpected =
              error instanceof JobRevisionMismatch || (name === 'unschedule' && error instanceof JobNotFound);
            assert.ok(isExpected, String(error));
          }
        },
      ]),
    ),
    'a revision that is not the stored one changes nothing and is named': async (scene) => {
      const { one, job, revision } = await setUp(scene);
      for (const change of Object.values(CHANGES))
        await assert.rejects(change(one, 'daily', { ifRevision: revision + 1 }), (error) => {
          assert.ok(error instanceof JobRevisionMismatch, String(error));
          const { jobId, expectedRevision, currentRevision } = error;
          assert.deepEqual([jobId, expectedRevision, currentRevision], [job.id, revision + 1, revision]);
          return true;
        });
      assert.equal((await one.get(job.id)).revision, revision);
    },
    'a job is paused, resumed and changed with the revision that each change returns': async (scene) => {
      const { one, other, revision } = await setUp(scene);
      const paused = await one.pause('daily', undefined, { ifRevision: revision });
      const resumed = await other.resume('daily', { ifRevision: paused.revision });
      await assert.rejects(one.resume('daily', { ifRevision: paused.revision }), JobRevisionMismatch);
      const updated = await one.update('daily', { priority: 1 }, { ifRevision: resumed.revision });
      await other.cancel('daily', 'done', { ifRevision: updated.revision });
    },
    'an overdue occurrence that the change itself fires is no change by somebody else': async (scene) => {
      const { one } = await setUp(scene);
      const due = { nextRunAt: await scene.fromNow(-1), name: 'due', type: jobType('work') };
      const job = await scene.addJob(due);
      const moved = await one.reschedule(job.id, '0 11 * * *', { ifRevision: job.revision });
      assert.ok(moved.revision > job.revision + 1, 'it was not fired before');
      assert.ok((await one.history(job.id)).total > 0);
    },
  },
};

import assert from 'node:assert/strict';
import { assertIds, assertIdsInAnyOrder } from '../kit/assertions.js';
import { outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';

const overlapping = { policies: { ...POLICIES, allowOverlap: true } };

/** A job that is not due, with some exclusive executions that wait. */
async function waiting(scene: StoreScene, count: number) {
  const job = await scene.addJob({ nextRunAt: await scene.fromNow(HOUR) });
  const executions = [];
  for (let made = 0; made < count; made += 1) executions.push(await scene.addManualRun(job));
  return { job, executions };
}

export const claimExclusive: ConformanceGroup<StoreScene> = {
  title: 'executions.claim: exclusive',
  cases: {
    'passes over an exclusive execution while another one of its job runs': async (scene) => {
      const { executions } = await waiting(scene, 2);
      assertIds(await scene.claim(), executions.slice(0, 1));
      assertIds(await scene.claim(), []);
    },
    'takes at most one exclusive execution of a job in one claim': async (scene) => {
      const { executions } = await waiting(scene, 3);
      assertIds(await scene.claim({ limit: 10 }), executions.slice(0, 1));
    },
    'does not spend the limit on what it passes over': async (scene) => {
      const { executions } = await waiting(scene, 3);
      const other = await scene.addExecution({ priority: 9 });
      assertIds(await scene.claim({ limit: 2 }), [...executions.slice(0, 1), other]);
    },
    'takes the next one after the running one has ended, in order': async (scene) => {
      const { executions } = await waiting(scene, 3);
      for (const expected of executions) {
        const claimed = await scene.claimOne({ limit: 1 });
        assert.equal(claimed.id, expected.id);
        assertIds(await scene.claim({ limit: 10 }), []);
        await scene.settle(claimed, outcomes.succeeded());
      }
    },
    'takes the next one while the first waits for its retry': async (scene) => {
      const { executions } = await waiting(scene, 2);
      await scene.settle(await scene.claimOne(), outcomes.retry(HOUR));
      assertIds(await scene.claim({ limit: 10 }), executions.slice(1));
    },
    'takes one again that was given back': async (scene) => {
      const { executions } = await waiting(scene, 2);
      const first = await scene.claimOne();
      assertIds(await scene.claim(), []);
      await scene.settle(first, outcomes.interrupted());
      assert.equal((await scene.claim({ limit: 10 })).length, 1);
      assert.equal(executions.length, 2);
    },
    'takes the next one after the running one was rescued': async (scene) => {
      await waiting(scene, 2);
      await scene.claimOne();
      assertIds(await scene.claim(), []);
      await scene.loseAndRescue();
      assert.equal((await scene.claim({ limit: 10 })).length, 1);
    },
    'takes the next one where one that was passed over is cancelled': async (scene) => {
      const { executions } = await waiting(scene, 3);
      const first = await scene.claimOne();
      assertIds(await scene.claim({ limit: 10 }), []);
      await scene.settle(first, outcomes.succeeded());
      await scene.executions.requestCancel({ id: executions[1]?.id ?? '', tenant: null, reason: 'x' });
      assertIds(await scene.claim({ limit: 10 }), executions.slice(2));
    },
    'keeps urgency among those that were passed over': async (scene) => {
      const { job } = await waiting(scene, 2);
      const first = await scene.claimOne();
      const urgent = await scene.addManualRun(job, { priority: 0 });
      assertIds(await scene.claim({ limit: 10 }), []);
      await scene.settle(first, outcomes.succeeded());
      assertIds(await scene.claim({ limit: 10 }), [urgent]);
    },
    'passes over in every queue of the job': async (scene) => {
      const { job } = await waiting(scene, 1);
      const elsewhere = await scene.addManualRun(job, { queue: 'elsewhere' });
      const first = await scene.claimOne();
      assertIds(await scene.claim({ queue: 'elsewhere' }), []);
      await scene.settle(first, outcomes.succeeded());
      assertIds(await scene.claim({ queue: 'elsewhere' }), [elsewhere]);
    },
    'passes over an exclusive one while one runs that is not exclusive': async (scene) => {
      const { job } = await waiting(scene, 0);
      await scene.addManualRun(job, { exclusive: false });
      await scene.claimOne();
      await scene.addManualRun(job);
      assertIds(await scene.claim({ limit: 10 }), []);
    },
    'takes one that is not exclusive beside a running one': async (scene) => {
      const { job } = await scene.running(overlapping);
      const beside = await scene.addManualRun(job);
      assertIds(await scene.claim({ limit: 10 }), [beside]);
    },
    'does not mind executions of other jobs': async (scene) => {
      const [a, b] = [await waiting(scene, 1), await waiting(scene, 1)];
      assertIds(await scene.claim({ limit: 10 }), [...a.executions, ...b.executions]);
    },
    'never passes over an enqueued execution': async (scene) => {
      const executions = [
        await scene.addExecution({ exclusive: true }),
        await scene.addExecution({ exclusive: true }),
      ];
      assertIds(await scene.claim({ limit: 10 }), executions);
    },
    'still holds after the lease of the running one is over but nobody rescued it': async (scene) => {
      await waiting(scene, 2);
      await scene.claimOne();
      await scene.advance(LEASE_MS + MINUTE);
      assertIds(await scene.claim({ limit: 10 }), []);
    },
    'holds for several who claim at once': async (scene) => {
      const jobs = [await waiting(scene, 3), await waiting(scene, 3)];
      const claims = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((owner) => scene.claim({ owner, limit: 2 })),
      );
      const claimed = claims.flat();
      assert.equal(new Set(claimed.map(({ jobId }) => jobId)).size, claimed.length);
      // Who loses a race may come back empty-handed; afterwards each job has exactly one that runs.
      const rest = await scene.claim({ limit: 10 });
      const running = await scene.listExecutions({ statuses: ['running'] });
      assertIdsInAnyOrder(running.items, [...claimed, ...rest]);
      assert.equal(running.total, jobs.length);
    },
  },
};

import assert from 'node:assert/strict';
import { assertIds } from '../kit/assertions.js';
import { buildOccurrence, outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';

const overlapping = { policies: { ...POLICIES, allowOverlap: true } };

export const fireOverlap: ConformanceGroup<StoreScene> = {
  title: 'schedules.fire: overlap (F160)',
  cases: {
    'skips an exclusive occurrence while an execution of the job runs': async (scene) => {
      const { job } = await scene.running();
      const { executions } = await scene.fire(job);
      assert.equal(executions.length, 1);
      const stored = await scene.execution({ id: executions[0]?.id ?? '' });
      assert.equal(stored.status, 'skipped');
      assert.deepEqual(stored.reason, { code: 'overlap', message: null });
      assert.ok(stored.finishedAt instanceof Date);
      assert.deepEqual({ ...executions[0] }, { ...stored });
    },
    'moves the cursor of a job whose occurrence was skipped': async (scene) => {
      const { job } = await scene.running();
      const fired = await scene.fire(job);
      assert.ok((fired.job.nextRunAt ?? 0) > (job.nextRunAt ?? 0));
      assert.deepEqual(fired.job.lastRunAt, job.nextRunAt);
    },
    'does not count or number a skipped occurrence': async (scene) => {
      const { job, execution } = await scene.running();
      const skipped = await scene.fire(job);
      assert.equal(skipped.job.counters.fired, 1);
      assert.equal(skipped.executions[0]?.occurrence, null);
      await scene.settle(execution, outcomes.succeeded());
      const next = await scene.fire(await scene.job(job));
      assert.equal(next.executions[0]?.occurrence, 2);
    },
    'skips every exclusive occurrence of one firing': async (scene) => {
      const { job } = await scene.running();
      const instants = [await scene.fromNow(MINUTE), await scene.fromNow(2 * MINUTE)];
      const { executions } = await scene.fire(job, {
        executions: instants.map((at) => buildOccurrence(job, at)),
      });
      assert.deepEqual(
        executions.map(({ status }) => status),
        ['skipped', 'skipped'],
      );
    },
    'does not skip while an execution only waits': async (scene) => {
      const { job } = await scene.fire(await scene.addJob());
      const { executions } = await scene.fire(job);
      assert.equal(executions[0]?.status, 'pending');
    },
    'does not skip after the running one has ended': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.failed());
      const { executions } = await scene.fire(await scene.job(job));
      assert.equal(executions[0]?.status, 'pending');
    },
    'does not skip while the running one waits for its retry': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.retry(MINUTE));
      const { executions } = await scene.fire(await scene.job(job));
      assert.equal(executions[0]?.status, 'pending');
    },
    'does not skip where overlap is allowed': async (scene) => {
      const { job } = await scene.running(overlapping);
      const { executions } = await scene.fire(job);
      assert.equal(executions[0]?.status, 'pending');
      await scene.advance(2 * HOUR);
      assertIds(await scene.claim({ limit: 10 }), executions);
    },
    'skips while an execution runs that was started by hand': async (scene) => {
      const job = await scene.addJob();
      await scene.addManualRun(job);
      await scene.claimOne();
      const later = await scene.fromNow(MINUTE);
      const { executions } = await scene.fire(job, { executions: [buildOccurrence(job, later)] });
      assert.equal(executions[0]?.status, 'skipped');
    },
    'does not skip an occurrence that fell due before the running one started': async (scene) => {
      const job = await scene.addJob();
      await scene.addManualRun(job);
      await scene.advance(MINUTE);
      const { startedAt } = await scene.claimOne();
      const before = new Date((startedAt?.getTime() ?? 0) - 1);
      const instants = [before, await scene.fromNow(MINUTE)];
      const { executions } = await scene.fire(job, {
        executions: instants.map((at) => buildOccurrence(job, at)),
      });
      assert.deepEqual(
        executions.map(({ status }) => status),
        ['pending', 'skipped'],
      );
    },
    'lets an occurrence wait where the firing says so': async (scene) => {
      const { job, execution } = await scene.running();
      const { executions } = await scene.fire(job, { overlap: 'queue' });
      assert.equal(executions[0]?.status, 'pending');
      assert.equal(executions[0]?.occurrence, 2);
      await scene.advance(2 * HOUR);
      assert.deepEqual([...(await scene.claim({ limit: 10 }))], []);
      await scene.settle(execution, outcomes.succeeded());
      assertIds(await scene.claim({ limit: 10 }), executions);
    },
    'keeps the policy for overlap of a job, and that it has none': async (scene) => {
      const queueing = await scene.addJob({ policies: { ...POLICIES, overlap: 'queue' } });
      const skipping = await scene.addJob({ policies: { ...POLICIES, overlap: 'skip' } });
      const undecided = await scene.addJob();
      assert.equal((await scene.job(queueing)).policies.overlap, 'queue');
      assert.equal((await scene.job(skipping)).policies.overlap, 'skip');
      assert.equal((await scene.job(undecided)).policies.overlap, undefined);
    },
    'does not mind executions of other jobs': async (scene) => {
      await scene.running();
      await scene.addExecution();
      await scene.claimOne();
      const { executions } = await scene.fire(await scene.addJob());
      assert.equal(executions[0]?.status, 'pending');
    },
    'never lets a skipped occurrence be claimed': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.fire(job);
      await scene.settle(execution, outcomes.succeeded());
      assert.deepEqual([...(await scene.claim({ limit: 10 }))], []);
    },
  },
};

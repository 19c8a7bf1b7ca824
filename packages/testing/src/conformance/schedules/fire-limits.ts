import assert from 'node:assert/strict';
import { type JobStatus, trigger } from '@scheduler/contracts';
import type { Outcome } from '@scheduler/contracts/adapter';
import { buildOccurrence, outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

const once = { trigger: trigger.once(new Date('2030-01-01T00:00:00Z')) };
const last = { nextRunAt: null };

/** A one-off job whose execution ends like this becomes this. */
function oneOffEnds(outcome: Outcome, status: JobStatus) {
  return async (scene: StoreScene) => {
    const { job, execution } = await scene.running(once, last);
    await scene.settle(execution, outcome);
    const stored = await scene.job(job);
    assert.equal(stored.status, status);
    assert.ok((stored.completedAt ?? stored.cancelledAt) instanceof Date);
  };
}

export const fireLimits: ConformanceGroup<StoreScene> = {
  title: 'jobs that come to their end',
  cases: {
    'keeps a one-off job active until its execution has ended': async (scene) => {
      const { job, execution } = await scene.running(once, last);
      assert.equal(job.status, 'active');
      assert.equal(job.nextRunAt, null);
      await scene.settle(execution, outcomes.retry());
      assert.equal((await scene.job(job)).status, 'active');
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      assert.equal((await scene.job(job)).status, 'completed');
    },
    'completes a one-off job that succeeded (F67)': oneOffEnds(outcomes.succeeded(), 'completed'),
    'fails a one-off job whose execution failed (F67)': oneOffEnds(outcomes.failed(), 'failed'),
    'fails a one-off job whose execution timed out': oneOffEnds(
      outcomes.failed({ status: 'timeout' }),
      'failed',
    ),
    'cancels a one-off job whose execution was cancelled': oneOffEnds(outcomes.cancelled(), 'cancelled'),
    'cancels a one-off job whose execution was discarded': oneOffEnds(outcomes.discarded(), 'cancelled'),
    'frees the name of a job that came to its end': async (scene) => {
      const { execution } = await scene.running({ ...once, name: 'once' }, last);
      await scene.settle(execution, outcomes.succeeded());
      await scene.addJob({ ...once, name: 'once' });
    },
    'takes away the next run at the last allowed occurrence': async (scene) => {
      const first = await scene.fire(await scene.addJob({ maxExecutions: 2 }));
      assert.notEqual(first.job.nextRunAt, null);
      const second = await scene.fire(first.job);
      assert.equal(second.job.nextRunAt, null);
      assert.equal(second.job.status, 'active');
      assert.equal(await scene.schedules.nextDueAt(), null);
    },
    'completes a recurring job after its last allowed execution has ended (F29)': async (scene) => {
      const { job, execution } = await scene.running({ maxExecutions: 1 });
      await scene.settle(execution, outcomes.succeeded());
      assert.equal((await scene.job(job)).status, 'completed');
    },
    'completes a recurring job at its end, even if its last execution failed': async (scene) => {
      const { job, execution } = await scene.running({}, last);
      await scene.settle(execution, outcomes.failed());
      assert.equal((await scene.job(job)).status, 'completed');
    },
    'does not count skipped occurrences towards the limit': async (scene) => {
      const { job } = await scene.running({ maxExecutions: 2 });
      const skipped = await scene.fire(job);
      assert.notEqual(skipped.job.nextRunAt, null);
      assert.equal(skipped.job.counters.fired, 1);
    },
    'waits for the last of several executions': async (scene) => {
      const policies = { ...POLICIES, allowOverlap: true };
      const job = await scene.addJob({ policies });
      const instants = [await scene.fromNow(-MINUTE), await scene.now()];
      const executions = instants.map((at) => buildOccurrence(job, at));
      await scene.fire(job, { executions, ...last });
      const [one, two] = await scene.claim({ limit: 2 });
      assert.ok(one !== undefined && two !== undefined);
      await scene.settle(two, outcomes.succeeded());
      assert.equal((await scene.job(job)).status, 'active');
      await scene.settle(one, outcomes.succeeded());
      assert.equal((await scene.job(job)).status, 'completed');
    },
    'completes a job at once whose last firing leaves nothing to run': async (scene) => {
      const job = await scene.addJob();
      const trace = buildOccurrence(job, await scene.now(), { status: 'skipped' });
      const fired = await scene.fire(job, { executions: [trace], ...last });
      assert.equal(fired.job.status, 'completed');
      assert.equal((await scene.job(job)).status, 'completed');
    },
    'keeps a job active that waits for events': async (scene) => {
      const job = await scene.addJob({ trigger: trigger.event('order.paid'), nextRunAt: null });
      await scene.addManualRun(job);
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      const stored = await scene.job(job);
      assert.equal(stored.status, 'active');
      assert.equal(stored.counters.executions, 1);
    },
    'pauses a recurring job after a failure where its policy says so (F70)': async (scene) => {
      const { job, execution } = await scene.running({ policies: { ...POLICIES, onExhausted: 'pause' } });
      await scene.settle(execution, outcomes.failed());
      const stored = await scene.job(job);
      assert.equal(stored.status, 'paused');
      assert.ok(stored.pausedAt instanceof Date);
      assert.equal(typeof stored.statusReason, 'string');
      assert.equal(await scene.schedules.nextDueAt(), null);
    },
    'does not pause for a failure that is retried': async (scene) => {
      const { job, execution } = await scene.running({ policies: { ...POLICIES, onExhausted: 'pause' } });
      await scene.settle(execution, outcomes.retry());
      assert.equal((await scene.job(job)).status, 'active');
    },
    'lets a recurring job go on after a failure by default (F264)': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.failed());
      const stored = await scene.job(job);
      assert.equal(stored.status, 'active');
      assert.deepEqual(stored.nextRunAt, job.nextRunAt);
    },
    'makes a pending job active when it fires': async (scene) => {
      const { job } = await scene.fire(await scene.addJob({ status: 'pending' }));
      assert.equal(job.status, 'active');
    },
  },
};

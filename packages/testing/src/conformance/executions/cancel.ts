import assert from 'node:assert/strict';
import { trigger } from '@scheduler/contracts';
import { assertIds, assertSameExecution } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

const cancel = (scene: StoreScene, { id }: { readonly id: string }, tenant: string | null = null) =>
  scene.executions.requestCancel({ id, tenant, reason: 'not needed' });

const once = { trigger: trigger.once(new Date('2030-01-01T00:00:00Z')) };

export const cancelExecution: ConformanceGroup<StoreScene> = {
  title: 'executions.requestCancel',
  cases: {
    'cancels a waiting execution with the reason (F137)': async (scene) => {
      const execution = await scene.addExecution();
      const result = await cancel(scene, execution);
      assert.equal(result?.state, 'cancelled');
      assert.equal(result?.execution.status, 'cancelled');
      assert.deepEqual(result?.execution.reason, { code: 'cancelled', message: 'not needed' });
      assert.ok(result?.execution.finishedAt instanceof Date);
      assertSameExecution(await scene.execution(execution), result?.execution ?? execution);
      assertIds(await scene.claim({ limit: 10 }), []);
    },
    'cancels one that is not available yet': async (scene) => {
      const execution = await scene.addExecution({ availableAt: await scene.fromNow(HOUR) });
      assert.equal((await cancel(scene, execution))?.state, 'cancelled');
      await scene.advance(2 * HOUR);
      assertIds(await scene.claim({ limit: 10 }), []);
      assert.equal(await scene.executions.nextAvailableAt({ queues: ['default'] }), null);
    },
    'cancels one between two attempts, and keeps what happened before': async (scene) => {
      await scene.addExecution();
      const waiting = await scene.settle(await scene.claimOne(), outcomes.retry(HOUR));
      const result = await cancel(scene, waiting);
      assert.equal(result?.state, 'cancelled');
      assert.equal(result?.execution.attempts.length, 1);
      assert.equal(result?.execution.fence, 1);
    },
    'asks a running one to stop (F93)': async (scene) => {
      await scene.addExecution();
      const claimed = await scene.claimOne();
      const result = await cancel(scene, claimed);
      assert.equal(result?.state, 'stopping');
      assertSameExecution(result?.execution ?? null, { ...claimed, cancelRequest: 'not needed' });
      assertSameExecution(await scene.execution(claimed), { ...claimed, cancelRequest: 'not needed' });
    },
    'changes nothing for one that has ended': async (scene) => {
      await scene.addExecution();
      const settled = await scene.settle(await scene.claimOne(), outcomes.succeeded());
      const result = await cancel(scene, settled);
      assert.equal(result?.state, 'ended');
      assertSameExecution(result?.execution ?? null, settled);
      assertSameExecution(await scene.execution(settled), settled);
    },
    'says null for an execution that nobody has': async (scene) => {
      assert.equal(await cancel(scene, { id: 'nobody' }), null);
    },
    'says null for the execution of another tenant, and changes nothing': async (scene) => {
      const execution = await scene.addExecution({ tenant: 'a' });
      assert.equal(await cancel(scene, execution, 'b'), null);
      assertSameExecution(await scene.execution(execution), execution);
      assert.equal((await cancel(scene, execution, 'a'))?.state, 'cancelled');
    },
    'does not count in the job what never ran': async (scene) => {
      const { job, executions } = await scene.fire(await scene.addJob());
      await cancel(scene, { id: executions[0]?.id ?? '' });
      const after = await scene.job(job);
      assert.deepEqual(after.counters, job.counters);
      assert.equal(after.status, 'active');
    },
    'ends a one-off job with its only execution': async (scene) => {
      const fired = await scene.fire(await scene.addJob(once), { nextRunAt: null });
      await cancel(scene, { id: fired.executions[0]?.id ?? '' });
      const job = await scene.job(fired.job);
      assert.equal(job.status, 'cancelled');
      assert.equal(job.counters.executions, 0);
    },
    'lets exactly one of cancellation and claim win': async (scene) => {
      const execution = await scene.addExecution();
      const [claimed, result] = await Promise.all([scene.claim(), cancel(scene, execution)]);
      assert.equal(result?.state, claimed.length === 1 ? 'stopping' : 'cancelled');
      const stored = await scene.execution(execution);
      assert.equal(stored.status, claimed.length === 1 ? 'running' : 'cancelled');
    },
  },
};

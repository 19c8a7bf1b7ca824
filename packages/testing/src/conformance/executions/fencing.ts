import assert from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import { assertSameExecution } from '../kit/assertions.js';
import { buildLog, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';

async function claimNew(scene: StoreScene): Promise<Execution> {
  await scene.addExecution();
  return scene.claimOne();
}

const settlementOf = (execution: Execution) => ({ execution, outcome: outcomes.succeeded() });

export const fencing: ConformanceGroup<StoreScene> = {
  title: 'leases and fences',
  cases: {
    'refuses a second settlement under the same lease': async (scene) => {
      const claimed = await claimNew(scene);
      const settled = await scene.settle(claimed, outcomes.succeeded('first'));
      assert.equal(await scene.trySettle(claimed, outcomes.failed()), null);
      assertSameExecution(await scene.execution(claimed), settled);
    },
    'refuses one of two settlements that come at once': async (scene) => {
      const claimed = await claimNew(scene);
      const results = await Promise.all([
        scene.trySettle(claimed, outcomes.succeeded()),
        scene.trySettle(claimed, outcomes.failed()),
      ]);
      assert.equal(results.filter((result) => result !== null).length, 1);
    },
    'refuses a settlement under another fence': async (scene) => {
      const claimed = await claimNew(scene);
      for (const fence of [claimed.fence - 1, claimed.fence + 1]) {
        assert.equal(await scene.trySettle({ ...claimed, fence }, outcomes.succeeded()), null);
      }
      assertSameExecution(await scene.execution(claimed), claimed);
    },
    'refuses a settlement of what nobody claimed': async (scene) => {
      const execution = await scene.addExecution();
      assert.equal(await scene.trySettle(execution, outcomes.succeeded()), null);
      assertSameExecution(await scene.execution(execution), execution);
    },
    'refuses a settlement of what does not exist': async (scene) => {
      const claimed = await claimNew(scene);
      assert.equal(await scene.trySettle({ ...claimed, id: 'nobody' }, outcomes.succeeded()), null);
      assertSameExecution(await scene.execution(claimed), claimed);
    },
    'accepts a settlement after the end of the lease, as long as nobody rescued it': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(LEASE_MS + MINUTE);
      assert.equal((await scene.settle(claimed, outcomes.succeeded())).status, 'success');
    },
    'refuses the former holder after a rescue': async (scene) => {
      const claimed = await claimNew(scene);
      const [rescued] = await scene.loseAndRescue();
      assert.equal(await scene.trySettle(claimed, outcomes.succeeded()), null);
      assertSameExecution(await scene.execution(claimed), rescued ?? claimed);
    },
    'refuses the former holder while another one runs it': async (scene) => {
      const former = await claimNew(scene);
      await scene.loseAndRescue();
      const current = await scene.claimOne({ owner: 'node-b' });
      assert.equal(await scene.trySettle(former, outcomes.failed()), null);
      assertSameExecution(await scene.execution(former), current);
      assert.equal((await scene.settle(current, outcomes.succeeded())).status, 'success');
    },
    'does not count a refused settlement in the job': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.settle(execution, outcomes.succeeded());
      await scene.trySettle(execution, outcomes.failed());
      const { executions, failed } = (await scene.job(job)).counters;
      assert.deepEqual({ executions, failed }, { executions: 1, failed: 0 });
    },
    'lets exactly one of settlement and rescue decide': async (scene) => {
      const { job, execution } = await scene.running({}, { nextRunAt: null });
      await scene.advance(LEASE_MS + MINUTE);
      const [settled, rescued] = await Promise.all([
        scene.trySettle(execution, outcomes.succeeded()),
        scene.rescue(),
      ]);
      assert.equal((settled === null ? 0 : 1) + rescued.length, 1);
      const stored = await scene.execution(execution);
      assert.equal(stored.status, settled === null ? 'pending' : 'success');
      assert.equal((await scene.job(job)).counters.executions, settled === null ? 0 : 1);
    },
    'never resets the fence': async (scene) => {
      const fences: number[] = [];
      await scene.addExecution();
      for (const outcome of [outcomes.retry(), outcomes.snoozed(), outcomes.interrupted()]) {
        const claimed = await scene.claimOne();
        fences.push(claimed.fence);
        await scene.settle(claimed, outcome);
      }
      fences.push((await scene.claimOne()).fence);
      await scene.loseAndRescue();
      fences.push((await scene.claimOne()).fence);
      assert.deepEqual(fences, [1, 2, 3, 4, 5]);
    },
    'answers a batch in its order, and one lost lease disturbs no other': async (scene) => {
      const claimed = [await claimNew(scene), await claimNew(scene), await claimNew(scene)];
      if (claimed[1] !== undefined) await scene.settle(claimed[1], outcomes.cancelled());
      const results = await scene.executions.settle({ settlements: claimed.map(settlementOf) });
      assert.deepEqual(
        results.map((result) => result?.id ?? null),
        [claimed[0]?.id, null, claimed[2]?.id],
      );
      assert.equal((await scene.executions.count({ tenant: null })).success, 2);
    },
    'accepts one lease only once in a batch': async (scene) => {
      const claimed = await claimNew(scene);
      const settlements = [settlementOf(claimed), settlementOf(claimed)];
      const results = await scene.executions.settle({ settlements });
      assert.equal(results[0]?.status, 'success');
      assert.equal(results[1], null);
    },
    'settles many at once': async (scene) => {
      for (let count = 0; count < 50; count += 1) await scene.addExecution();
      const claimed = await scene.claim({ limit: 50 });
      const results = await scene.executions.settle({ settlements: claimed.map(settlementOf) });
      assert.ok(results.every((result) => result?.status === 'success'));
      assert.equal((await scene.executions.count({ tenant: null })).success, 50);
    },
    'answers nothing for an empty batch': async (scene) => {
      assert.deepEqual([...(await scene.executions.settle({ settlements: [] }))], []);
    },
    'refuses lines of a log under a lost lease': async (scene) => {
      const claimed = await claimNew(scene);
      const append = async (fence: number) =>
        scene.executions.appendLogs({
          executionId: claimed.id,
          fence,
          lines: [buildLog(claimed.id, await scene.now())],
        });
      assert.equal(await append(claimed.fence + 1), false);
      assert.equal(await append(claimed.fence), true);
      await scene.loseAndRescue();
      assert.equal(await append(claimed.fence), false);
      const lines = await scene.executions.logs({ executionIds: [claimed.id], tenant: null });
      assert.equal(lines.length, 1);
    },
  },
};

import assert from 'node:assert/strict';
import { assertApart, assertIds, assertIdsInAnyOrder, assertSameExecution } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, LEASE_MS, type StoreScene } from '../kit/store-scene.js';

const claimById = (scene: StoreScene, ids: readonly string[], owner = 'node-a') =>
  scene.executions.claimById({ ids, owner, leaseMs: LEASE_MS });

export const claimByIdGroup: ConformanceGroup<StoreScene> = {
  title: 'executions.claimById',
  cases: {
    'takes leases on the executions that are named': async (scene) => {
      const [a, , c] = [await scene.addExecution(), await scene.addExecution(), await scene.addExecution()];
      const claimed = await claimById(scene, [a.id, c.id], 'node-x');
      assertIdsInAnyOrder(claimed, [a, c]);
      for (const execution of claimed) {
        assert.equal(execution.status, 'running');
        assert.equal(execution.owner, 'node-x');
        assert.equal(execution.fence, 1);
        assert.equal(execution.attemptsUsed, 1);
        assertApart(execution.leaseUntil, execution.startedAt, LEASE_MS);
        assertSameExecution(await scene.execution(execution), execution);
      }
    },
    'leaves out those that cannot be claimed': async (scene) => {
      const ended = await scene.addExecution();
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      const running = await scene.addExecution();
      await scene.claimOne();
      const later = await scene.addExecution({ availableAt: await scene.fromNow(HOUR) });
      const ready = await scene.addExecution();
      const ids = [ended.id, running.id, later.id, 'nobody', ready.id];
      assertIds(await claimById(scene, ids), [ready]);
      assert.equal((await scene.execution(later)).status, 'pending');
    },
    'takes an execution once that is named twice': async (scene) => {
      const { id } = await scene.addExecution();
      const claimed = await claimById(scene, [id, id]);
      assert.equal(claimed.length, 1);
      assert.equal(claimed[0]?.fence, 1);
    },
    'takes nothing for no id': async (scene) => {
      await scene.addExecution();
      assertIds(await claimById(scene, []), []);
    },
    'passes over an exclusive execution while another one of its job runs': async (scene) => {
      const job = await scene.addJob();
      const [a, b] = [await scene.addManualRun(job), await scene.addManualRun(job)];
      const first = await claimById(scene, [a.id]);
      assertIds(first, [a]);
      assertIds(await claimById(scene, [b.id]), []);
      if (first[0] !== undefined) await scene.settle(first[0], outcomes.succeeded());
      assertIds(await claimById(scene, [b.id]), [b]);
    },
    'takes at most one exclusive execution of a job': async (scene) => {
      const job = await scene.addJob();
      const [a, b] = [await scene.addManualRun(job), await scene.addManualRun(job)];
      assert.equal((await claimById(scene, [a.id, b.id])).length, 1);
    },
    'lets exactly one of several who name the same execution have it': async (scene) => {
      const { id } = await scene.addExecution();
      const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => claimById(scene, [id], owner)));
      assert.equal(claims.flat().length, 1);
    },
    'leaves nothing to those who claim by queue': async (scene) => {
      const [a, b] = [await scene.addExecution(), await scene.addExecution()];
      await claimById(scene, [a.id]);
      assertIds(await scene.claim({ limit: 10 }), [b]);
    },
    'takes a retry when its time has come': async (scene) => {
      const { id } = await scene.addExecution();
      const [first] = await claimById(scene, [id]);
      assert.ok(first !== undefined);
      await scene.settle(first, outcomes.retry(HOUR));
      assertIds(await claimById(scene, [id]), []);
      await scene.advance(2 * HOUR);
      const [second] = await claimById(scene, [id]);
      assert.equal(second?.fence, 2);
    },
  },
};

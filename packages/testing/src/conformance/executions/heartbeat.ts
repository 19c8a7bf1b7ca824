import assert from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import { assertIds } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';

const leaseOf = ({ id, fence }: Execution) => ({ executionId: id, fence });

const beat = (scene: StoreScene, executions: readonly Execution[], leaseMs = LEASE_MS) =>
  scene.executions.heartbeat({ leases: executions.map(leaseOf), leaseMs });

async function claimNew(scene: StoreScene): Promise<Execution> {
  await scene.addExecution();
  return scene.claimOne();
}

export const heartbeatGroup: ConformanceGroup<StoreScene> = {
  title: 'executions.heartbeat',
  cases: {
    'extends a lease from the store’s time on': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(MINUTE);
      const before = await scene.now();
      const states = await beat(scene, [claimed], 3 * LEASE_MS);
      assert.deepEqual([...states], [{ executionId: claimed.id, held: true, cancelRequest: null }]);
      const { leaseUntil } = await scene.execution(claimed);
      const extension = (leaseUntil?.getTime() ?? 0) - before.getTime();
      assert.ok(
        extension >= 3 * LEASE_MS && extension < 3 * LEASE_MS + MINUTE,
        `extended by ${extension} ms`,
      );
    },
    'changes nothing but the end of the lease': async (scene) => {
      const claimed = await claimNew(scene);
      await beat(scene, [claimed]);
      const stored = await scene.execution(claimed);
      assert.deepEqual({ ...stored, leaseUntil: null }, { ...claimed, leaseUntil: null });
    },
    'keeps what is extended from being rescued (F215)': async (scene) => {
      const [kept, lost] = [await claimNew(scene), await claimNew(scene)];
      await scene.advance(LEASE_MS - MINUTE);
      await beat(scene, [kept]);
      await scene.advance(2 * MINUTE);
      assertIds(await scene.rescue(), [lost]);
    },
    'answers in the order of the leases': async (scene) => {
      const [a, b, c] = [await claimNew(scene), await claimNew(scene), await claimNew(scene)];
      await scene.settle(b, outcomes.succeeded());
      const states = await beat(scene, [c, b, a]);
      assert.deepEqual(
        states.map(({ executionId, held }) => [executionId, held]),
        [
          [c.id, true],
          [b.id, false],
          [a.id, true],
        ],
      );
    },
    'says not held for another fence': async (scene) => {
      const claimed = await claimNew(scene);
      const [state] = await beat(scene, [{ ...claimed, fence: claimed.fence + 1 }]);
      assert.equal(state?.held, false);
      assert.deepEqual((await scene.execution(claimed)).leaseUntil, claimed.leaseUntil);
    },
    'says not held for an execution that nobody has': async (scene) => {
      const states = await scene.executions.heartbeat({
        leases: [{ executionId: 'nobody', fence: 1 }],
        leaseMs: LEASE_MS,
      });
      assert.deepEqual([...states], [{ executionId: 'nobody', held: false, cancelRequest: null }]);
    },
    'says not held for an execution that waits': async (scene) => {
      const [state] = await beat(scene, [await scene.addExecution()]);
      assert.equal(state?.held, false);
    },
    'still extends a lease that is over, as long as nobody rescued it': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(LEASE_MS + MINUTE);
      const [state] = await beat(scene, [claimed]);
      assert.equal(state?.held, true);
      assertIds(await scene.rescue(), []);
    },
    'says not held after a rescue': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.loseAndRescue();
      assert.equal((await beat(scene, [claimed]))[0]?.held, false);
      await scene.claimOne({ owner: 'node-b' });
      assert.equal((await beat(scene, [claimed]))[0]?.held, false);
    },
    'reports that a stop was requested': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.executions.requestCancel({ id: claimed.id, tenant: null, reason: 'enough' });
      const [state] = await beat(scene, [claimed]);
      assert.deepEqual(state, { executionId: claimed.id, held: true, cancelRequest: 'enough' });
    },
    'answers nothing for no lease': async (scene) => {
      assert.deepEqual([...(await beat(scene, []))], []);
    },
  },
};

import assert from 'node:assert/strict';
import type { CallerTransaction, Execution } from '@scheduler/contracts';
import type { SettleResult } from '@scheduler/contracts/adapter';
import { assertRejectsWith, assertSameExecution } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

const ROLLBACK = new Error('roll back');

async function claimNew(scene: StoreScene): Promise<Execution> {
  await scene.addExecution();
  return scene.claimOne();
}

async function settleIn(
  scene: StoreScene,
  execution: Execution,
  transaction: CallerTransaction,
): Promise<SettleResult> {
  const settlements = [{ execution, outcome: outcomes.succeeded('in a transaction') }];
  const results = await scene.executions.settle({ settlements, transaction });
  assert.equal(results.length, 1);
  return results[0] ?? null;
}

/** A rule for stores with transactions. The others have to refuse, and to change nothing. */
const withTransactions =
  (rule: (scene: StoreScene, claimed: Execution) => Promise<void>) => async (scene: StoreScene) => {
    const claimed = await claimNew(scene);
    if (scene.store.capabilities.transactions) return rule(scene, claimed);
    await assertRejectsWith(settleIn(scene, claimed, {}), 'FEATURE_NOT_SUPPORTED');
    assertSameExecution(await scene.execution(claimed), claimed);
  };

export const settleInTransaction: ConformanceGroup<StoreScene> = {
  title: 'executions.settle in a transaction of the handler',
  cases: {
    'refuses a later settlement after the commit, and its attempts show why': withTransactions(
      async (scene, claimed) => {
        const settled = await scene.inTransaction((transaction) => settleIn(scene, claimed, transaction));
        assert.equal(settled?.status, 'success');
        assert.equal(await scene.trySettle(claimed, outcomes.failed()), null);
        const { status, output, attempts } = await scene.execution(claimed);
        assert.deepEqual({ status, output }, { status: 'success', output: 'in a transaction' });
        assert.deepEqual(
          attempts.map((attempt) => [attempt.fence, attempt.status]),
          [[claimed.fence, 'success']],
        );
      },
    ),
    'leaves the lease to its holder after a rollback': withTransactions(async (scene, claimed) => {
      const rolledBack = scene.inTransaction(async (transaction) => {
        await settleIn(scene, claimed, transaction);
        throw ROLLBACK;
      });
      await assert.rejects(rolledBack, (error) => error === ROLLBACK);
      assertSameExecution(await scene.execution(claimed), claimed);
      assert.equal((await scene.settle(claimed, outcomes.failed())).status, 'failed');
    }),
    'says null for a lease that was lost, and the transaction goes on': withTransactions(
      async (scene, claimed) => {
        const [rescued] = await scene.loseAndRescue();
        const [result, other] = await scene.inTransaction(async (transaction) => [
          await settleIn(scene, claimed, transaction),
          await settleIn(scene, { ...claimed, id: 'nobody' }, transaction),
        ]);
        assert.deepEqual([result, other], [null, null]);
        assertSameExecution(await scene.execution(claimed), rescued ?? claimed);
      },
    ),
  },
};

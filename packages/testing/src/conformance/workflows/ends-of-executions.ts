import assert from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import { assertRejectsWith } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { step, STEP_POLICY } from './graph-builders.js';
import { type RunVerbs, startRun } from './run-verbs.js';

const ONE_TRY = { ...STEP_POLICY, maxRetries: 0 };
const CHAIN = [step('a', { policy: ONE_TRY }), step('b', { after: ['a'] })];

async function settleIn(scene: StoreScene, execution: Execution, isCommitted: boolean): Promise<void> {
  const undone = new Error('roll back');
  const settling = scene.inTransaction(async (transaction) => {
    const settlements = [{ execution, outcome: outcomes.succeeded() }];
    const [settled] = await scene.executions.settle({ settlements, transaction });
    assert.equal(settled?.status, 'success');
    if (!isCommitted) throw undone;
  });
  if (isCommitted) await settling;
  else await assert.rejects(settling, (error) => error === undone);
}

async function foldAll({ workflows }: StoreScene): Promise<number> {
  let folded = 0;
  for (let count = -1; count !== 0; folded += count) count = await workflows.foldArrivals({ limit: 10 });
  return folded;
}

const withTransactions =
  (rule: (scene: StoreScene, run: RunVerbs, claimed: Execution) => Promise<void>) =>
  async (scene: StoreScene) => {
    const run = await startRun(scene, CHAIN);
    const claimed = await run.claim('a');
    if (scene.store.capabilities.transactions) return rule(scene, run, claimed);
    const settlements = [{ execution: claimed, outcome: outcomes.succeeded() }];
    await run.unchangedBy(() =>
      assertRejectsWith(scene.executions.settle({ settlements, transaction: {} }), 'FEATURE_NOT_SUPPORTED'),
    );
    assert.equal(await scene.workflows.foldArrivals({ limit: 10 }), 0);
  };

/** Every way in which an execution ends advances its run in the same step. */
export const endsOfExecutions: ConformanceGroup<StoreScene> = {
  title: 'workflows: however an execution ends, its run learns of it',
  needs: 'workflows',
  cases: {
    'a retry is no end: retries come first': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b', { after: ['a'] })]);
      for (const outcome of [outcomes.retry(), outcomes.snoozed(), outcomes.interrupted()]) {
        await run.settle('a', outcome);
        await run.shows('running', { a: 'active' });
        await run.opens('a');
      }
      await run.succeed('a');
      await run.opens('b');
    },
    'a failure for good fails the run': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.settle('a', outcomes.failed({ deadLetterQueue: 'dead' }));
      const { stop } = await run.shows('failed', { a: 'failed', b: 'cancelled' });
      assert.deepEqual(stop, {
        cause: 'failure',
        step: 'a',
        reason: 'step a: it broke',
        rollback: true,
      });
      await run.opens();
    },
    'a timeout for good fails the run': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.settle('a', outcomes.failed({ status: 'timeout' }));
      await run.shows('failed', { a: 'failed', b: 'cancelled' });
    },
    'the rescue of a lost attempt lets its step wait again': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b', { after: ['a'] })]);
      await scene.start(await run.claim('a'));
      await scene.loseAndRescue();
      await run.shows('running', { a: 'active' });
      await run.succeed('a');
      await run.opens('b');
    },
    'the rescue of the last attempt fails the run': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await scene.start(await run.claim('a'));
      const [rescued] = await scene.loseAndRescue();
      assert.equal(rescued?.status, 'failed');
      await run.shows('failed', { a: 'failed', b: 'cancelled' });
    },
    'the rescue of many ends each of their runs': async (scene) => {
      const runs = [await startRun(scene, CHAIN), await startRun(scene, CHAIN)];
      for (const run of runs) await scene.start(await run.claim('a'));
      await scene.loseAndRescue();
      for (const run of runs) await run.shows('failed');
    },
    'a waiting execution that is cancelled by hand fails its step': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const { id } = await run.pending('a');
      await scene.executions.requestCancel({ id, tenant: null, reason: 'by hand' });
      await run.shows('failed', { a: 'failed', b: 'cancelled' });
      assert.equal((await run.state('a')).verdict, 'execution_cancelled');
    },
    'a running execution that is cancelled by hand fails its step when it ends': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const claimed = await run.claim('a');
      await scene.executions.requestCancel({ id: claimed.id, tenant: null, reason: 'by hand' });
      await run.shows('running', { a: 'active' });
      await scene.settle(claimed, outcomes.cancelled('by hand'));
      await run.shows('failed', { a: 'failed' });
    },
    'a lease that was lost changes nothing': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b', { after: ['a'] })]);
      const lost = await run.claim('a');
      await scene.advance(LEASE_MS + MINUTE);
      await scene.rescue();
      const current = await run.claim('a');
      await run.unchangedBy(async () => {
        assert.equal(await scene.trySettle(lost, outcomes.succeeded()), null);
        assert.equal(await scene.trySettle(lost, outcomes.failed()), null);
      });
      await scene.settle(current, outcomes.succeeded());
      await run.opens('b');
      await run.unchangedBy(async () => {
        assert.equal(await scene.trySettle(current, outcomes.succeeded()), null);
      });
    },
    'an end in a transaction of the caller advances its run after the commit, once': withTransactions(
      async (scene, run, claimed) => {
        await settleIn(scene, claimed, true);
        await foldAll(scene);
        await run.shows('running', { a: 'succeeded', b: 'active' });
        await run.opens('b');
        await run.unchangedBy(async () => assert.equal(await foldAll(scene), 0));
      },
    ),
    'an end in a transaction that is rolled back does not': withTransactions(async (scene, run, claimed) => {
      await run.unchangedBy(async () => {
        await settleIn(scene, claimed, false);
        assert.equal(await foldAll(scene), 0);
      });
      await scene.settle(claimed, outcomes.succeeded());
      await run.opens('b');
    }),
    'executions of workflows are not pruned by their age': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.succeed('a', 'b');
      await scene.advance(10 * LEASE_MS);
      await scene.executions.prune({
        statuses: ['success', 'failed', 'cancelled', 'timeout'],
        finishedBefore: await scene.now(),
        deadLettered: false,
        keep: null,
        limit: 100,
      });
      assert.equal((await run.executions()).length, 2);
    },
  },
};

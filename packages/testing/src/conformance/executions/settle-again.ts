import assert from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import type { Outcome } from '@scheduler/contracts/adapter';
import { assertApart, assertIds, assertSameExecution } from '../kit/assertions.js';
import { BROKEN, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';

async function claimNew(scene: StoreScene): Promise<Execution> {
  await scene.addExecution();
  return scene.claimOne();
}

/** An execution that is asked to stop does not run again, whatever its holder wants. */
function endsAsCancelled(outcome: Outcome) {
  return async (scene: StoreScene) => {
    const claimed = await claimNew(scene);
    await scene.executions.requestCancel({ id: claimed.id, tenant: null, reason: 'enough' });
    const settled = await scene.settle(claimed, outcome);
    assert.equal(settled.status, 'cancelled');
    assert.deepEqual(settled.reason, { code: 'cancelled', message: 'enough' });
    assert.equal(settled.cancelRequest, null);
    assertIds(await scene.claim({ limit: 10 }), []);
  };
}

export const settleAgain: ConformanceGroup<StoreScene> = {
  title: 'executions.settle: what runs again',
  cases: {
    'lets a retry wait for its delay': async (scene) => {
      const settled = await scene.settle(await claimNew(scene), outcomes.retry(HOUR));
      assert.equal(settled.status, 'pending');
      assert.deepEqual(settled.reason, { code: 'retry', message: null });
      assert.deepEqual(settled.error, BROKEN);
      assert.equal(settled.owner, null);
      assert.equal(settled.leaseUntil, null);
      assert.equal(settled.finishedAt, null);
      assertApart(settled.availableAt, settled.attempts[0]?.finishedAt ?? null, HOUR);
      assertIds(await scene.claim(), []);
      await scene.advance(HOUR + MINUTE);
      assertIds(await scene.claim(), [settled]);
    },
    'counts a retry as a try, and raises the fence': async (scene) => {
      await scene.settle(await claimNew(scene), outcomes.retry());
      await scene.settle(await scene.claimOne(), outcomes.retry(0, 'timeout'));
      const third = await scene.claimOne();
      assert.equal(third.attemptsUsed, 3);
      assert.equal(third.fence, 3);
      assert.deepEqual(
        third.attempts.map(({ status, fence }) => [status, fence]),
        [
          ['failed', 1],
          ['timeout', 2],
        ],
      );
    },
    'keeps the place of the scheduled instant over retries': async (scene) => {
      const claimed = await claimNew(scene);
      const settled = await scene.settle(claimed, outcomes.retry(HOUR));
      assert.deepEqual(settled.scheduledAt, claimed.scheduledAt);
      assert.deepEqual(settled.startedAt, claimed.startedAt);
    },
    'does not count a snooze as a try, yet keeps the fence': async (scene) => {
      const settled = await scene.settle(await claimNew(scene), outcomes.snoozed(HOUR, 'not ready'));
      assert.equal(settled.status, 'pending');
      assert.equal(settled.attemptsUsed, 0);
      assert.equal(settled.fence, 1);
      assert.deepEqual(settled.reason, { code: 'snoozed', message: 'not ready' });
      assert.equal(settled.attempts[0]?.status, 'snoozed');
      assertApart(settled.availableAt, settled.attempts[0]?.finishedAt ?? null, HOUR);
      assertIds(await scene.claim(), []);
      await scene.advance(HOUR + MINUTE);
      const again = await scene.claimOne();
      assert.equal(again.attemptsUsed, 1);
      assert.equal(again.fence, 2);
    },
    'lets an execution wait for some time, as if it had not been claimed, but for its fence': async (
      scene,
    ) => {
      const waiting = await scene.addExecution();
      const settled = await scene.settle(await scene.claimOne(), outcomes.deferred(HOUR));
      const { availableAt, reason, ...rest } = settled;
      const { availableAt: before, reason: _, ...asBefore } = waiting;
      assert.deepEqual(rest, { ...asBefore, fence: 1 });
      assert.deepEqual(reason, { code: 'rate_limited', message: 'mails' });
      assert.ok(availableAt.getTime() >= before.getTime() + HOUR);
      assertSameExecution(await scene.execution(settled), settled);
      assertIds(await scene.claim(), []);
      await scene.advance(HOUR + MINUTE);
      assert.equal((await scene.claimOne()).attemptsUsed, 1);
    },
    'gives an interrupted execution back at once, without counting a try': async (scene) => {
      const settled = await scene.settle(await claimNew(scene), outcomes.interrupted('deploy'));
      assert.equal(settled.status, 'pending');
      assert.equal(settled.attemptsUsed, 0);
      assert.equal(settled.fence, 1);
      assert.deepEqual(settled.reason, { code: 'interrupted', message: 'deploy' });
      assert.equal(settled.attempts[0]?.status, 'interrupted');
      const again = await scene.claimOne({ owner: 'node-b' });
      assert.equal(again.id, settled.id);
      assert.equal(again.fence, 2);
      assert.equal(again.reason, null);
    },
    'takes retries in the order of their new times': async (scene) => {
      const [a, b] = [await claimNew(scene), await claimNew(scene)];
      const slow = await scene.settle(a, outcomes.retry(2 * HOUR));
      const quick = await scene.settle(b, outcomes.retry(HOUR));
      await scene.advance(3 * HOUR);
      const fresh = await scene.addExecution();
      assertIds(await scene.claim({ limit: 10 }), [quick, slow, fresh]);
    },
    'ends a retry of what is to be cancelled': endsAsCancelled(outcomes.retry()),
    'ends a snooze of what is to be cancelled': endsAsCancelled(outcomes.snoozed()),
    'ends an interruption of what is to be cancelled': endsAsCancelled(outcomes.interrupted()),
    'lets a success stand that came before the request was noticed': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.executions.requestCancel({ id: claimed.id, tenant: null, reason: 'enough' });
      const settled = await scene.settle(claimed, outcomes.succeeded('done'));
      assert.equal(settled.status, 'success');
      assert.equal(settled.cancelRequest, null);
    },
  },
};

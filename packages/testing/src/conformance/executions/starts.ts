import assert from 'node:assert/strict';
import { type Execution, trigger } from '@scheduler/contracts';
import { assertApart, assertIds, assertSameExecution } from '../kit/assertions.js';
import { outcomes, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

const oneTry = { policies: { ...POLICIES, maxRetries: 0 } };

async function claimNew(scene: StoreScene): Promise<Execution> {
  await scene.addExecution();
  return scene.claimOne();
}

const later = ({ startedAt }: Execution, byMs: number) => new Date((startedAt?.getTime() ?? 0) + byMs);

export const startsGroup: ConformanceGroup<StoreScene> = {
  title: 'executions: the start of a handler',
  cases: {
    'is not confirmed by the claim': async (scene) => {
      const claimed = await claimNew(scene);
      assert.equal(claimed.startConfirmed, false);
      assert.equal(claimed.unstartedRescues, 0);
      assertSameExecution(await scene.execution(claimed), claimed);
    },
    'is confirmed by a heartbeat that names it, and by no other': async (scene) => {
      const [one, other] = [await claimNew(scene), await claimNew(scene)];
      const startedAt = later(one, 700);
      const leases = [
        { executionId: one.id, fence: one.fence, startedAt },
        { executionId: other.id, fence: other.fence },
      ];
      await scene.executions.heartbeat({ leases, leaseMs: MINUTE });
      const stored = await scene.execution(one);
      const { leaseUntil } = stored;
      assertSameExecution(stored, { ...one, startedAt, startConfirmed: true, leaseUntil });
      assert.equal((await scene.execution(other)).startConfirmed, false);
      await scene.executions.heartbeat({
        leases: [{ executionId: one.id, fence: one.fence }],
        leaseMs: MINUTE,
      });
      assert.deepEqual((await scene.execution(one)).startedAt, startedAt);
      assert.equal((await scene.execution(one)).startConfirmed, true);
    },
    'is not confirmed under another fence': async (scene) => {
      const claimed = await claimNew(scene);
      const lease = { executionId: claimed.id, fence: claimed.fence + 1, startedAt: later(claimed, 700) };
      await scene.executions.heartbeat({ leases: [lease], leaseMs: MINUTE });
      assertSameExecution(await scene.execution(claimed), claimed);
    },
    'is what the settlement says, and the duration counts from there': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(10 * MINUTE);
      const startedAt = later(claimed, 9 * MINUTE);
      const settled = await scene.settle(claimed, outcomes.succeeded(), { startedAt });
      assert.deepEqual(settled.startedAt, startedAt);
      assert.deepEqual(settled.attempts[0]?.startedAt, startedAt);
      assertApart(settled.finishedAt, startedAt, settled.durationMs ?? -1);
      assert.ok((settled.durationMs ?? Infinity) < 9 * MINUTE);
      assertSameExecution(await scene.execution(settled), settled);
    },
    'is what the settlement says for an attempt that is retried': async (scene) => {
      const claimed = await claimNew(scene);
      await scene.advance(10 * MINUTE);
      const startedAt = later(claimed, 9 * MINUTE);
      const settled = await scene.settle(claimed, outcomes.retry(), { startedAt });
      assert.deepEqual(settled.startedAt, startedAt);
      assertSameExecution(await scene.execution(settled), settled);
      const again = await scene.claimOne();
      assert.equal(again.startConfirmed, false);
      assert.deepEqual(again.attempts[0]?.startedAt, startedAt);
    },
    'counts from there in the figures of the job': async (scene) => {
      const { job, execution } = await scene.running();
      await scene.advance(10 * MINUTE);
      await scene.settle(execution, outcomes.succeeded(), { startedAt: later(execution, 9 * MINUTE) });
      const { totalDurationMs } = (await scene.job(job)).counters;
      assert.ok(totalDurationMs < 9 * MINUTE, `${totalDurationMs} ms are counted`);
    },
    'orders the history': async (scene) => {
      const [first, second] = [await claimNew(scene), await claimNew(scene)];
      await scene.start(first, later(first, 2 * MINUTE));
      await scene.start(second, later(second, MINUTE));
      const { items } = await scene.listExecutions({ sortOrder: 'asc', statuses: ['running'] });
      assertIds(items, [second, first]);
    },
    'that was never confirmed costs no attempt when the node is lost': async (scene) => {
      await scene.running(oneTry);
      for (let count = 1; count <= 3; count += 1) {
        const [rescued] = await scene.loseAndRescue('dead');
        assert.ok(rescued !== undefined);
        assert.equal(rescued.status, 'pending');
        assert.equal(rescued.attemptsUsed, 0);
        assert.equal(rescued.unstartedRescues, count);
        assert.deepEqual(rescued.attempts, []);
        assert.equal(rescued.startedAt, null);
        assert.deepEqual(rescued.reason, { code: 'lease_expired', message: null });
        assertSameExecution(await scene.execution(rescued), rescued);
        const again = await scene.claimOne();
        assert.equal(again.attemptsUsed, 1);
        assert.equal(again.unstartedRescues, count);
      }
    },
    'that was confirmed costs an attempt, whatever happened before': async (scene) => {
      await scene.running(oneTry);
      await scene.loseAndRescue();
      await scene.start(await scene.claimOne());
      const [rescued] = await scene.loseAndRescue();
      assert.equal(rescued?.status, 'failed');
      assert.equal(rescued?.unstartedRescues, 1);
    },
    'that never came ends a cancelled execution without an attempt, and is not counted': async (scene) => {
      const { job, execution } = await scene.running();
      const settled = await scene.settle(execution, outcomes.cancelled(), { startedAt: null });
      assert.equal(settled.status, 'cancelled');
      assert.deepEqual(settled.attempts, []);
      assert.equal(settled.attemptsUsed, 0);
      assert.equal(settled.startedAt, null);
      assert.equal(settled.durationMs, null);
      assertSameExecution(await scene.execution(settled), settled);
      assert.equal((await scene.job(job)).counters.executions, 0);
    },
    'that never came leaves the attempts before it': async (scene) => {
      const failed = await scene.settle(await claimNew(scene), outcomes.retry());
      const claimed = await scene.claimOne();
      const settled = await scene.settle(claimed, outcomes.cancelled(), { startedAt: null });
      const { status, attemptsUsed, attempts, startedAt, durationMs } = settled;
      assert.deepEqual(
        { status, attemptsUsed, attempts, startedAt, durationMs },
        {
          status: 'cancelled',
          attemptsUsed: 1,
          attempts: failed.attempts,
          startedAt: failed.startedAt,
          durationMs: failed.durationMs,
        },
      );
      assertSameExecution(await scene.execution(settled), settled);
    },
    'that never came ends what goes back although it is to be cancelled': async (scene) => {
      const once = { trigger: trigger.once(new Date('2030-01-01T00:00:00Z')) };
      const { job, execution } = await scene.running(once, { nextRunAt: null });
      await scene.executions.requestCancel({ id: execution.id, tenant: null, reason: 'enough' });
      const settled = await scene.settle(execution, { kind: 'unstarted' }, { startedAt: null });
      assert.equal(settled.status, 'cancelled');
      assert.deepEqual(settled.attempts, []);
      assertSameExecution(await scene.execution(settled), settled);
      const { status, counters } = await scene.job(job);
      assert.deepEqual([status, counters.executions], ['cancelled', 0]);
    },
  },
};

import assert from 'node:assert/strict';
import type { Execution } from '@scheduler/contracts';
import { assertIds, assertIdsInAnyOrder } from '../kit/assertions.js';
import { buildLog, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

/** Deletes everything of the tenant in steps, and returns how many were deleted in each. */
async function deleteAll(
  { executions }: StoreScene,
  tenant: string,
  limit = 100,
): Promise<readonly number[]> {
  const steps: number[] = [];
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const step: { deleted: number; next: string | null } = await executions.deleteOfTenant({
      tenant,
      after,
      limit,
    });
    assert.ok(step.deleted <= limit, 'no more than the limit in one step');
    steps.push(step.deleted);
    after = step.next;
  }
  return steps;
}

const sum = (steps: readonly number[]) => steps.reduce((total, count) => total + count, 0);
const remaining = async (scene: StoreScene) => (await scene.listExecutions()).items;

/** One that waits, one that runs, a dead letter and one that has ended, all of a tenant. */
async function ofEachKind(scene: StoreScene, tenant: string): Promise<readonly Execution[]> {
  const ended = async (outcome: Parameters<StoreScene['settle']>[1]) => {
    await scene.addExecution({ tenant });
    return scene.settle(await scene.claimOne(), outcome);
  };
  const done = [await ended(outcomes.succeeded()), await ended(outcomes.failed({ deadLetterQueue: 'dead' }))];
  await scene.addExecution({ tenant });
  const running = await scene.claimOne();
  return [...done, running, await scene.addExecution({ tenant, availableAt: await scene.fromNow(MINUTE) })];
}

export const deleteOfTenant: ConformanceGroup<StoreScene> = {
  title: 'executions.deleteOfTenant (F252)',
  cases: {
    'deletes what belongs to the tenant, whatever its status, and nothing of others': async (scene) => {
      const others = [...(await ofEachKind(scene, 'other')), await scene.addExecution()];
      const [, , running] = await ofEachKind(scene, 'acme');
      assert.ok(running !== undefined);
      const lease = { executionId: running.id, fence: running.fence };
      await scene.executions.appendLogs({ ...lease, lines: [buildLog(running.id, await scene.now())] });
      assert.equal(sum(await deleteAll(scene, 'acme')), 4);
      assertIdsInAnyOrder(await remaining(scene), others);
      assert.deepEqual(await scene.executions.logs({ executionIds: [running.id], tenant: null }), []);
      assert.equal((await scene.executions.deadLetterCounts({ tenant: 'acme' })).total, 0);
      assert.equal((await scene.executions.deadLetterCounts({ tenant: null })).total, 1);
      const counts = Object.values(await scene.executions.count({ tenant: 'acme' }));
      assert.equal(sum(counts), 0);
    },
    'deletes in steps': async (scene) => {
      const kept: Execution[] = [];
      for (let count = 0; count < 5; count += 1) {
        await scene.addExecution({ tenant: 'acme' });
        kept.push(await scene.addExecution({ tenant: 'other' }));
      }
      const steps = await deleteAll(scene, 'acme', 2);
      assert.equal(sum(steps), 5);
      assert.ok(steps.length >= 3, `${steps.length} steps`);
      assertIdsInAnyOrder(await remaining(scene), kept);
      assert.equal(sum(await deleteAll(scene, 'acme')), 0);
    },
    'refuses what the holder of a lease writes afterwards': async (scene) => {
      await scene.addExecution({ tenant: 'acme' });
      const running = await scene.claimOne();
      await deleteAll(scene, 'acme');
      assert.equal(await scene.trySettle(running, outcomes.retry(MINUTE)), null);
      const leases = [{ executionId: running.id, fence: running.fence }];
      const [lease] = await scene.executions.heartbeat({ leases, leaseMs: MINUTE });
      assert.equal(lease?.held, false);
      assertIds(await remaining(scene), []);
    },
    'frees unique keys and the places of running ones': async (scene) => {
      const unique = { key: 'k', endStates: [], periodMs: null, onConflict: 'skip' } as const;
      const limited = { tenant: 'acme', concurrencyKey: 'api', concurrencyLimit: 1 };
      await scene.addExecution({ ...limited, unique });
      await scene.claimOne();
      await deleteAll(scene, 'acme');
      const { id } = await scene.addExecution({ ...limited, unique });
      assert.equal((await scene.execution({ id })).status, 'pending');
      assert.equal((await scene.claimOne()).id, id);
    },
    'takes every character of the tenant literally': async (scene) => {
      const kept = await scene.addExecution({ tenant: 'aXme' });
      await scene.addExecution({ tenant: 'a_me' });
      assert.deepEqual(sum(await deleteAll(scene, 'a_me')), 1);
      assertIds(await remaining(scene), [kept]);
    },
  },
};

import assert from 'node:assert/strict';
import { type Execution, UNIQUE_END_STATES, type Uniqueness } from '@scheduler/contracts';
import type { NewExecution } from '@scheduler/contracts/adapter';
import { assertIds, assertRejectsWith } from '../kit/assertions.js';
import { buildExecution, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { MINUTE, type StoreScene } from '../kit/store-scene.js';

export const UNIQUE: Uniqueness = { key: 'the-key', endStates: [], periodMs: null, onConflict: 'skip' };
const REFUSED: Uniqueness = { ...UNIQUE, onConflict: { refuse: 'order-7' } };

async function add(scene: StoreScene, props: Partial<NewExecution> = {}): Promise<Execution> {
  const execution = buildExecution(await scene.now(), { unique: UNIQUE, ...props });
  const [stored] = await scene.executions.add({ executions: [execution] });
  assert.ok(stored !== undefined, 'add returned nothing');
  assert.deepEqual({ ...(await scene.execution(stored)) }, { ...stored });
  return stored;
}

function assertSkipped(execution: Execution, holder: Execution): void {
  assert.equal(execution.status, 'skipped');
  assert.deepEqual(execution.reason, { code: 'unique_conflict', message: `execution ${holder.id} is equal` });
  assert.ok(execution.finishedAt instanceof Date);
}

export const addUnique: ConformanceGroup<StoreScene> = {
  title: 'executions.add: unique (F156-F159)',
  cases: {
    'returns what it stores': async (scene) => {
      const executions = [buildExecution(await scene.now()), buildExecution(await scene.now())];
      assertIds(await scene.executions.add({ executions }), executions);
    },
    'skips one whose equal waits, and leaves that one alone': async (scene) => {
      const first = await add(scene);
      assertSkipped(await add(scene), first);
      assert.deepEqual({ ...(await scene.execution(first)) }, { ...first });
      assertIds(await scene.claim({ limit: 10 }), [first]);
    },
    'skips one whose equal runs, or waits for its retry': async (scene) => {
      const first = await add(scene);
      const claimed = await scene.claimOne();
      assertSkipped(await add(scene), first);
      await scene.settle(claimed, outcomes.retry(MINUTE));
      assertSkipped(await add(scene), first);
    },
    'skips one whose equal was rescued and waits again': async (scene) => {
      const first = await add(scene);
      await scene.claimOne();
      await scene.loseAndRescue();
      assertSkipped(await add(scene), first);
    },
    'takes the place of one that has ended, however it did': async (scene) => {
      for (const outcome of [outcomes.succeeded(), outcomes.failed(), outcomes.cancelled()]) {
        assert.equal((await add(scene)).status, 'pending');
        await scene.settle(await scene.claimOne(), outcome);
      }
    },
    'takes the place of one that was cancelled before it ran': async (scene) => {
      const first = await add(scene);
      await scene.executions.requestCancel({ id: first.id, tenant: null, reason: 'not needed' });
      assert.equal((await add(scene)).status, 'pending');
    },
    'takes the place of one whose last attempt was lost': async (scene) => {
      await add(scene, { policy: { ...buildExecution(await scene.now()).policy, maxRetries: 0 } });
      await scene.start(await scene.claimOne());
      const [lost] = await scene.loseAndRescue();
      assert.equal(lost?.status, 'failed');
      assert.equal((await add(scene)).status, 'pending');
    },
    'skips one whose equal has ended in a covered state': async (scene) => {
      const unique = { ...UNIQUE, endStates: ['success', 'timeout'] as const };
      const first = await add(scene, { unique });
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      assertSkipped(await add(scene, { unique }), first);
    },
    'takes the place of one that has ended in a state that is not covered': async (scene) => {
      const unique = { ...UNIQUE, endStates: ['success'] as const };
      await add(scene, { unique });
      await scene.settle(await scene.claimOne(), outcomes.failed());
      assert.equal((await add(scene, { unique })).status, 'pending');
    },
    'takes the place of one that was pruned or removed': async (scene) => {
      const unique = { ...UNIQUE, endStates: ['success'] as const };
      await add(scene, { unique });
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      await scene.advance(MINUTE);
      const finishedBefore = await scene.now();
      const statuses = ['success'] as const;
      await scene.executions.prune({ statuses, finishedBefore, deadLettered: false, keep: null, limit: 10 });
      assert.equal((await add(scene, { unique })).status, 'pending');
    },
    'looks no further back than the period': async (scene) => {
      const unique = { ...UNIQUE, endStates: ['success'] as const, periodMs: 10 * MINUTE };
      const first = await add(scene, { unique });
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      await scene.advance(5 * MINUTE);
      assertSkipped(await add(scene, { unique }), first);
      await scene.advance(6 * MINUTE);
      const second = await add(scene, { unique });
      assert.equal(second.status, 'pending');
      assertSkipped(await add(scene, { unique }), second);
    },
    'keeps its key for the period in each final status that is covered, and no longer': async (scene) => {
      const ends = [
        outcomes.succeeded(),
        outcomes.failed(),
        outcomes.failed({ status: 'timeout' }),
        outcomes.cancelled(),
      ];
      for (const [index, outcome] of ends.entries()) {
        const endStates = [...UNIQUE_END_STATES];
        const unique = { ...UNIQUE, key: `the-key-${index}`, endStates, periodMs: 10 * MINUTE };
        const first = await add(scene, { unique });
        await scene.settle(await scene.claimOne(), outcome);
        assertSkipped(await add(scene, { unique }), first);
        await scene.advance(11 * MINUTE);
        assert.equal((await add(scene, { unique })).status, 'pending');
        await scene.settle(await scene.claimOne(), outcomes.succeeded());
      }
    },
    'goes on with what it found in the place after the period': async (scene) => {
      const unique = { ...UNIQUE, periodMs: MINUTE };
      const first = await add(scene, { unique });
      await scene.advance(2 * MINUTE);
      const second = await add(scene, { unique });
      const claimed = await scene.claim({ limit: 10 });
      assertIds(claimed, [first, second]);
      for (const execution of claimed) await scene.settle(execution, outcomes.succeeded());
    },
    'minds only its own key': async (scene) => {
      const first = await add(scene);
      const other = await add(scene, { unique: { ...UNIQUE, key: 'another' } });
      const plain = await add(scene, { unique: null });
      assertIds(await scene.claim({ limit: 10 }), [first, other, plain]);
    },
    'skips the later of two in one call': async (scene) => {
      const now = await scene.now();
      const executions = [UNIQUE, UNIQUE, null].map((unique) => buildExecution(now, { unique }));
      const stored = await scene.executions.add({ executions });
      assertIds(stored, executions);
      assert.deepEqual(
        stored.map(({ status }) => status),
        ['pending', 'skipped', 'pending'],
      );
    },
    'does not let a skipped one stand in the way': async (scene) => {
      await add(scene);
      const skipped = await add(scene);
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      assert.equal(skipped.status, 'skipped');
      assert.equal((await add(scene)).status, 'pending');
    },
    'lets a retry by hand take the place of its original, and of nobody else': async (scene) => {
      const unique = { ...UNIQUE, endStates: ['failed'] as const };
      const original = await add(scene, { unique });
      await scene.settle(await scene.claimOne(), outcomes.failed());
      const again = { unique, origin: 'retried', originalExecutionId: original.id } as const;
      const retried = await add(scene, again);
      assert.equal(retried.status, 'pending');
      assertSkipped(await add(scene, again), retried);
    },
    'lets a dead letter run again in its own place, and not beside an equal one': async (scene) => {
      const unique = { ...UNIQUE, endStates: ['failed'] as const };
      const dead = await add(scene, { unique });
      await scene.settle(await scene.claimOne(), outcomes.failed({ deadLetterQueue: 'dead' }));
      const again = async () => {
        const props = { unique, origin: 'retried', originalExecutionId: dead.id } as const;
        const execution = buildExecution(await scene.now(), props);
        return scene.executions.replaceDeadLetter({ id: dead.id, tenant: null, execution });
      };
      assert.equal(await again(), true);
      await scene.settle(await scene.claimOne(), outcomes.failed({ deadLetterQueue: 'dead' }));
      assert.equal((await scene.listExecutions({ deadLettered: true })).total, 1);
    },
    'leaves a dead letter where it is while an equal one waits': async (scene) => {
      const dead = await add(scene);
      await scene.settle(await scene.claimOne(), outcomes.failed({ deadLetterQueue: 'dead' }));
      await add(scene);
      const props = { unique: UNIQUE, originalExecutionId: dead.id };
      const execution = buildExecution(await scene.now(), props);
      const replacing = scene.executions.replaceDeadLetter({ id: dead.id, tenant: null, execution });
      await assertRejectsWith(replacing, 'JOB_ALREADY_EXISTS');
      assert.notEqual((await scene.execution(dead)).deadLetter, null);
    },
    'refuses a key that is to be refused, and writes nothing': async (scene) => {
      const first = await add(scene, { unique: REFUSED });
      const now = await scene.now();
      const executions = [buildExecution(now), buildExecution(now, { unique: REFUSED })];
      await assertRejectsWith(scene.executions.add({ executions }), 'JOB_ALREADY_EXISTS');
      assertIds((await scene.listExecutions()).items, [first]);
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      assert.equal((await add(scene, { unique: REFUSED })).status, 'pending');
    },
    'lets exactly one of several win that come at once': async (scene) => {
      const now = await scene.now();
      const all = Array.from({ length: 8 }, () => buildExecution(now, { unique: UNIQUE }));
      const stored = await Promise.all(all.map((one) => scene.executions.add({ executions: [one] })));
      const statuses = stored.flat().map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 'pending').length, 1);
      assert.equal(statuses.filter((status) => status === 'skipped').length, 7);
    },
    'refuses all but one of several that come at once': async (scene) => {
      const now = await scene.now();
      const all = Array.from({ length: 6 }, () => buildExecution(now, { unique: REFUSED }));
      const results = await Promise.allSettled(all.map((one) => scene.executions.add({ executions: [one] })));
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal((await scene.listExecutions()).total, 1);
    },
  },
};

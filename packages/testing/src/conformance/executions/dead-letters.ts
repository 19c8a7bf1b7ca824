import assert from 'node:assert/strict';
import type { ErrorClass, Execution } from '@scheduler/contracts';
import { assertIds, assertRejectsWith, assertSameExecution } from '../kit/assertions.js';
import { BROKEN, buildExecution, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';

interface Dead {
  readonly queue?: string;
  readonly tenant?: string;
  readonly errorClass?: ErrorClass | null;
}

async function deadLetter(scene: StoreScene, { errorClass = null, ...own }: Dead = {}): Promise<Execution> {
  const { queue = 'default' } = own;
  await scene.addExecution(own);
  const claimed = await scene.claimOne({ queue });
  const error = { ...BROKEN, errorClass };
  return scene.settle(claimed, outcomes.failed({ error, deadLetterQueue: 'dead' }));
}

const successor = async (scene: StoreScene) => buildExecution(await scene.now());

export const deadLetters: ConformanceGroup<StoreScene> = {
  title: 'executions: dead letters',
  cases: {
    'puts an execution in the place of a dead letter, which stays in the history (F151)': async (scene) => {
      const dead = await deadLetter(scene);
      const execution = await successor(scene);
      assert.equal(await scene.executions.replaceDeadLetter({ id: dead.id, tenant: null, execution }), true);
      assertSameExecution(await scene.execution(execution), execution);
      assertSameExecution(await scene.execution(dead), { ...dead, deadLetter: null });
      assertIds((await scene.listExecutions({ deadLettered: true })).items, []);
    },
    'replaces a dead letter once, however often it is asked to': async (scene) => {
      const dead = await deadLetter(scene);
      const successors = [await successor(scene), await successor(scene), await successor(scene)];
      const results = await Promise.all(
        successors.map((execution) =>
          scene.executions.replaceDeadLetter({ id: dead.id, tenant: null, execution }),
        ),
      );
      assert.equal(results.filter(Boolean).length, 1);
      assert.equal((await scene.listExecutions()).total, 2);
    },
    'replaces nothing a second time, though the same execution is given': async (scene) => {
      const dead = await deadLetter(scene);
      const execution = await successor(scene);
      const request = { id: dead.id, tenant: null, execution };
      assert.equal(await scene.executions.replaceDeadLetter(request), true);
      assert.equal(await scene.executions.replaceDeadLetter(request), false);
      assert.equal((await scene.listExecutions()).total, 2);
    },
    'replaces nothing but a dead letter of the tenant, and writes nothing then': async (scene) => {
      const dead = await deadLetter(scene, { tenant: 'a' });
      const alive = await scene.addExecution();
      const execution = await successor(scene);
      for (const [id, tenant] of [
        [dead.id, 'b'],
        [alive.id, null],
        ['00000000-0000-7000-8000-ffffffffffff', null],
      ] as const)
        assert.equal(await scene.executions.replaceDeadLetter({ id, tenant, execution }), false);
      assert.equal((await scene.listExecutions()).total, 2);
      assertSameExecution(await scene.execution(dead), dead);
    },
    'leaves a dead letter as it is where its successor is refused': async (scene) => {
      const dead = await deadLetter(scene);
      const taken = await scene.addExecution();
      await assertRejectsWith(
        scene.executions.replaceDeadLetter({ id: dead.id, tenant: null, execution: taken }),
        'JOB_ALREADY_EXISTS',
      );
      assertSameExecution(await scene.execution(dead), dead);
    },
    'dismisses dead letters of the tenant, and returns how many': async (scene) => {
      const [own, foreign] = [
        await deadLetter(scene, { tenant: 'a' }),
        await deadLetter(scene, { tenant: 'b' }),
      ];
      const ids = [own.id, own.id, foreign.id, 'nobody'];
      assert.equal(await scene.executions.dismissDeadLetters({ ids, tenant: 'a' }), 1);
      assertSameExecution(await scene.execution(own), { ...own, deadLetter: null });
      assertIds((await scene.listExecutions({ deadLettered: true })).items, [foreign]);
      assert.equal(await scene.executions.dismissDeadLetters({ ids, tenant: 'a' }), 0);
      assert.equal(await scene.executions.dismissDeadLetters({ ids: [], tenant: null }), 0);
    },
    'counts them by queue and by class of their error (F150)': async (scene) => {
      await deadLetter(scene, { errorClass: 'degraded' });
      await deadLetter(scene, { errorClass: 'retryable', queue: 'mails' });
      await deadLetter(scene, { errorClass: 'retryable', tenant: 'a' });
      await deadLetter(scene);
      await scene.addExecution();
      assert.deepEqual(await scene.executions.deadLetterCounts({ tenant: null }), {
        total: 4,
        byQueue: { default: 3, mails: 1 },
        byErrorClass: { retryable: 2, transient: 0, degraded: 1, terminal: 0, unknown: 1 },
      });
      assert.equal((await scene.executions.deadLetterCounts({ tenant: 'a' })).total, 1);
      assert.deepEqual((await scene.executions.deadLetterCounts({ tenant: 'nobody' })).byQueue, {});
    },
    'lists executions by the class of their error': async (scene) => {
      const degraded = await deadLetter(scene, { errorClass: 'degraded' });
      const transient = await deadLetter(scene, { errorClass: 'transient' });
      await deadLetter(scene);
      const list = async (...errorClasses: ErrorClass[]) =>
        (await scene.listExecutions({ errorClasses })).items;
      assertIds(await list('degraded'), [degraded]);
      assertIds([...(await list('degraded', 'transient'))].sort(byId), [degraded, transient].sort(byId));
      assertIds(await list('terminal'), []);
      assert.equal((await list()).length, 3);
    },
    'keeps the class of an error, and that it has none': async (scene) => {
      for (const errorClass of ['terminal', null] as const) {
        const dead = await deadLetter(scene, { errorClass });
        const stored = await scene.execution(dead);
        assert.equal(stored.error?.errorClass, errorClass);
        assert.equal(stored.attempts.at(-1)?.error?.errorClass, errorClass);
      }
    },
  },
};

function byId(a: Execution, b: Execution): number {
  return a.id < b.id ? -1 : 1;
}

import assert from 'node:assert/strict';
import type { PruneRuns } from '@scheduler/contracts/adapter';
import { buildLog, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { approval, graphOf, step, undoable } from './graph-builders.js';
import { type RunVerbs, startChild, startRequest, startRun } from './run-verbs.js';

const PARENT = [step('ship', { kind: 'workflow', child: 'shipping' })];
const ENDED = ['completed', 'completed_with_errors', 'failed', 'cancelled', 'compensated'] as const;

const prune = async (scene: StoreScene, request: Partial<PruneRuns> = {}) =>
  scene.workflows.prune({ endedBefore: await scene.now(), statuses: ENDED, limit: 100, ...request });

async function completedRun(scene: StoreScene, props: Parameters<typeof startRun>[2] = {}) {
  const run = await startRun(scene, [step('a')], props);
  await run.succeed('a');
  await scene.advance(MINUTE);
  return run;
}

const exists = async ({ scene, id }: RunVerbs) => (await scene.workflows.get({ id, tenant: null })) !== null;

export const pruneRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows.prune and deleteOfTenant',
  needs: 'workflows',
  cases: {
    'deletes a run that has ended, with its executions, logs and graph': async (scene) => {
      const request = startRequest(graphOf([step('a')]));
      await scene.workflows.start(request);
      const claimed = await scene.claimOne();
      const lease = { executionId: claimed.id, fence: claimed.fence };
      await scene.executions.appendLogs({ ...lease, lines: [buildLog(claimed.id, await scene.now())] });
      await scene.settle(claimed, outcomes.succeeded());
      await scene.advance(MINUTE);
      assert.equal(await prune(scene), 1);
      assert.equal(await scene.workflows.get({ id: request.id, tenant: null }), null);
      assert.deepEqual((await scene.listExecutions()).items, []);
      assert.deepEqual(await scene.executions.logs({ executionIds: [claimed.id], tenant: null }), []);
      assert.equal(await scene.workflows.graph(request.graphHash), null);
      assert.equal(await prune(scene), 0);
    },
    'keeps a graph while another run is pinned to it': async (scene) => {
      await completedRun(scene);
      const open = await startRun(scene, [step('a')]);
      assert.equal(await prune(scene), 1);
      assert.ok((await scene.workflows.graph((await open.stored()).graphHash)) !== null);
      await open.succeed('a');
      await open.shows('completed');
    },
    'keeps runs that go on, that ended later, or that have another status': async (scene) => {
      const done = await completedRun(scene);
      const open = await startRun(scene, [step('a')]);
      const between = await scene.now();
      await scene.advance(MINUTE);
      const late = await completedRun(scene);
      assert.equal(await prune(scene, { endedBefore: between, statuses: ['failed'] }), 0);
      assert.equal(await prune(scene, { endedBefore: between }), 1);
      assert.deepEqual([await exists(done), await exists(open), await exists(late)], [false, true, true]);
      assert.equal((await late.executions()).length, 1);
    },
    'deletes the oldest first, and no more than the limit': async (scene) => {
      const runs = [await completedRun(scene), await completedRun(scene), await completedRun(scene)] as const;
      assert.equal(await prune(scene, { limit: 2 }), 2);
      assert.deepEqual(
        [await exists(runs[0]), await exists(runs[1]), await exists(runs[2])],
        [false, false, true],
      );
      assert.equal(await prune(scene, { limit: 2 }), 1);
    },
    'deletes whole trees': async (scene) => {
      const parent = await startRun(scene, PARENT);
      const child = await startChild(parent, 'ship', [step('pack')]);
      await child.succeed('pack');
      await scene.advance(MINUTE);
      assert.equal(await prune(scene), 2);
      assert.deepEqual((await scene.listExecutions()).items, []);
      assert.deepEqual([await exists(parent), await exists(child)], [false, false]);
    },
    'keeps a child that has ended while its parent goes on': async (scene) => {
      const parent = await startRun(scene, [...PARENT, step('bill', { after: ['ship'] })]);
      const child = await startChild(parent, 'ship', [step('pack')]);
      await child.succeed('pack');
      await scene.advance(MINUTE);
      assert.equal(await prune(scene), 0);
      assert.equal(await exists(child), true);
    },
    'keeps a tree in which a child goes on that was tried again': async (scene) => {
      const parent = await startRun(scene, PARENT);
      const child = await startChild(parent, 'ship', [step('pack')]);
      await child.fail('pack');
      await parent.shows('failed');
      await child.command({ kind: 'retry', steps: null });
      await scene.advance(MINUTE);
      assert.equal(await prune(scene), 0);
      await child.succeed('pack');
      await scene.advance(MINUTE);
      assert.equal(await prune(scene), 2);
    },
    'deletes the executions of every round, of conditions, rollbacks and maps': async (scene) => {
      const run = await startRun(
        scene,
        [
          undoable('a'),
          approval('yes', { after: ['a'], hasCondition: true, waitMs: HOUR }),
          step('all', { kind: 'map', after: ['yes'] }),
          step('b', { after: ['all'] }),
        ],
        { deadlineMs: 100 * HOUR },
      );
      const through = async () => {
        await run.succeed('a');
        await run.settle('yes', outcomes.succeeded(), { phase: 'when' });
        await run.decide('yes', true);
        const map = await run.claim('all');
        await scene.workflows.addChildren({ execution: map, from: 0, payloads: [1, 2] });
        await scene.settle(map, outcomes.succeeded({ total: 2 }));
        for (const index of [0, 1]) await run.settle('all', outcomes.succeeded(), { index });
      };
      await through();
      await run.fail('b');
      await run.fail('a', { phase: 'undo' });
      await run.command({ kind: 'resume_compensation' });
      await run.undo('a');
      await run.command({ kind: 'retry', steps: null });
      await through();
      await run.succeed('b');
      await run.shows('completed');
      await scene.advance(MINUTE);
      assert.equal(await prune(scene), 1);
      assert.deepEqual((await scene.listExecutions()).items, []);
    },
    'deletes all runs of a tenant, whatever their status, and nothing of others': async (scene) => {
      await completedRun(scene, { tenant: 'acme' });
      await startRun(scene, [step('a')], { tenant: 'acme' });
      await startRun(scene, [approval('a')], { tenant: 'acme' });
      const others = [
        await startRun(scene, [step('a')], { tenant: 'other' }),
        await startRun(scene, [step('a')]),
      ];
      const request = { tenant: 'acme', limit: 2 };
      const { workflows } = scene;
      assert.equal(await workflows.deleteOfTenant(request), 2);
      assert.equal(await workflows.deleteOfTenant(request), 1);
      assert.equal(await workflows.deleteOfTenant(request), 0);
      assert.deepEqual(await workflows.count({ tenant: 'acme' }), []);
      for (const run of others) {
        await run.opens('a');
        await run.succeed('a');
        await run.shows('completed');
      }
    },
    'what a holder of a lease settles after its run was deleted advances nothing': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b', { after: ['a'] })], { tenant: 'acme' });
      const claimed = await run.claim('a');
      await scene.workflows.deleteOfTenant({ tenant: 'acme', limit: 10 });
      await scene.settle(claimed, outcomes.succeeded());
      assert.equal(await exists(run), false);
      await run.opens();
    },
  },
};

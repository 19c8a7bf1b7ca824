import assert from 'node:assert/strict';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { step, undoable } from './graph-builders.js';
import { RunVerbs, startAsChild, startChild, startRun } from './run-verbs.js';

const PARENT = [step('ship', { kind: 'workflow', child: 'shipping' }), step('bill', { after: ['ship'] })];
const CHILD = [undoable('pack'), step('send', { after: ['pack'] })];

async function family(scene: StoreScene, props: Partial<(typeof PARENT)[0]> = {}) {
  const [ship, bill] = PARENT;
  assert.ok(ship !== undefined && bill !== undefined);
  const parent = await startRun(scene, [{ ...ship, ...props }, bill]);
  return { parent, child: await startChild(parent, 'ship', CHILD) };
}

async function completed(scene: StoreScene) {
  const { parent, child } = await family(scene);
  await child.succeed('pack', 'send');
  return { parent, child };
}

export const childRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows: workflows that are steps of others',
  needs: 'workflows',
  cases: {
    'the step waits for the end of the child, and ends with it in one step': async (scene) => {
      const { parent, child } = await family(scene);
      await parent.shows('running', { ship: 'active', bill: 'waiting' });
      await child.succeed('pack');
      await parent.shows('running', { ship: 'active' });
      await child.succeed('send');
      await child.shows('completed');
      await parent.shows('running', { ship: 'succeeded', bill: 'active' });
      assert.deepEqual((await parent.state('ship')).child, { runId: child.id, status: 'completed' });
    },
    'the step waits for its execution when the child ends first': async (scene) => {
      const parent = await startRun(scene, PARENT);
      const claimed = await parent.claim('ship');
      const child = new RunVerbs(scene, (await startAsChild(scene, claimed, CHILD)).run);
      await child.succeed('pack', 'send');
      await parent.shows('running', { ship: 'active' });
      await scene.settle(claimed, outcomes.succeeded());
      await parent.shows('running', { ship: 'succeeded', bill: 'active' });
    },
    'a child that fails fails the step, after it was compensated': async (scene) => {
      const { parent, child } = await family(scene);
      await child.succeed('pack');
      await child.fail('send');
      await parent.shows('running', { ship: 'active' });
      await child.undo('pack');
      await child.shows('compensated');
      await parent.shows('failed', { ship: 'failed', bill: 'cancelled' });
      assert.equal((await parent.state('ship')).error, `workflow ${child.id} is compensated`);
    },
    'onError of the step says what follows': async (scene) => {
      const { parent, child } = await family(scene, { onError: 'continue' });
      await child.fail('pack');
      await child.undo('pack');
      await parent.shows('running', { ship: 'failed', bill: 'active' });
      await parent.succeed('bill');
      await parent.shows('completed_with_errors');
    },
    'a child that is cancelled by itself fails the step': async (scene) => {
      const { parent, child } = await family(scene);
      await child.cancel(false);
      await parent.shows('failed', { ship: 'failed' });
    },
    'a child stops with its parent, which ends after it': async (scene) => {
      const { parent, child } = await family(scene);
      const running = await child.claim('pack');
      await parent.cancel(false);
      await parent.shows('stopping', { ship: 'active' });
      const { stop } = await child.shows('stopping');
      assert.deepEqual([stop?.cause, stop?.rollback], ['parent', false]);
      assert.equal((await scene.execution(running)).cancelRequest, 'not needed');
      await scene.settle(running, outcomes.cancelled());
      await child.shows('cancelled');
      await parent.shows('cancelled', { ship: 'cancelled' });
    },
    'a child is undone when it stops with a parent that is undone': async (scene) => {
      const { parent, child } = await family(scene);
      await child.succeed('pack');
      await parent.cancel(true);
      await child.shows('compensating');
      await parent.shows('stopping');
      await child.undo('pack');
      await child.shows('compensated');
      await parent.shows('compensated', { ship: 'cancelled' });
    },
    'a child that has completed is undone with its parent, in the order of the graph': async (scene) => {
      const parent = await startRun(scene, [
        undoable('pick'),
        step('ship', { kind: 'workflow', child: 'shipping', after: ['pick'] }),
        undoable('bill', 'ship'),
        step('thank', { after: ['bill'] }),
      ]);
      await parent.succeed('pick');
      const child = await startChild(parent, 'ship', CHILD);
      await child.succeed('pack', 'send');
      await parent.succeed('bill');
      await parent.fail('thank');
      await parent.opens('bill:undo');
      await child.shows('completed');
      await parent.undo('bill');
      await child.shows('compensating');
      await parent.opens();
      await child.undo('pack');
      await child.shows('compensated');
      await parent.opens('pick:undo');
      await parent.undo('pick');
      assert.equal((await parent.shows('compensated')).steps['ship']?.undo?.status, 'done');
    },
    'a compensation of a child that fails is that of its parent too, until it goes on': async (scene) => {
      const { parent, child } = await completed(scene);
      await parent.fail('bill');
      await child.fail('pack', { phase: 'undo' });
      await child.shows('compensation_failed');
      await parent.shows('compensation_failed');
      await parent.command({ kind: 'resume_compensation' });
      await parent.shows('compensating');
      await child.shows('compensating');
      await child.undo('pack');
      await child.shows('compensated');
      await parent.shows('compensated');
    },
    'a child that could not undo itself is not forgotten when its parent is undone': async (scene) => {
      const { parent, child } = await family(scene);
      await child.succeed('pack');
      await child.fail('send');
      await child.fail('pack', { phase: 'undo' });
      await child.shows('compensation_failed');
      await parent.shows('compensation_failed', { ship: 'failed' });
      await parent.command({ kind: 'resume_compensation' });
      await child.undo('pack');
      await child.shows('compensated');
      await parent.shows('compensated');
    },
    'a step whose execution fails stops the child that it has started, and ends after it': async (scene) => {
      const parent = await startRun(scene, PARENT);
      const claimed = await parent.claim('ship');
      const child = new RunVerbs(scene, (await startAsChild(scene, claimed, CHILD)).run);
      await child.succeed('pack');
      await scene.settle(claimed, outcomes.failed());
      await parent.shows('running', { ship: 'active' });
      await child.shows('compensating');
      await child.undo('pack');
      await child.shows('compensated');
      await parent.shows('failed', { ship: 'failed' });
      assert.equal((await parent.state('ship')).error, 'it broke');
    },
    'a step whose execution ends without a child ends with it': async (scene) => {
      const failed = await startRun(scene, PARENT);
      await failed.fail('ship');
      await failed.shows('failed', { ship: 'failed' });
      const skipped = await startRun(scene, PARENT);
      await skipped.settle('ship', outcomes.discarded());
      await skipped.shows('running', { ship: 'skipped', bill: 'active' });
      const cancelled = await startRun(scene, PARENT);
      await cancelled.cancel(false);
      await cancelled.shows('cancelled', { ship: 'cancelled' });
    },
    'a whole tree stops, however deep it is': async (scene) => {
      const parent = await startRun(scene, PARENT);
      const child = await startChild(parent, 'ship', [step('deep', { kind: 'workflow', child: 'shipping' })]);
      const claimed = await scene.claimOne();
      const grandchild = new RunVerbs(scene, (await startAsChild(scene, claimed, CHILD)).run);
      await scene.settle(claimed, outcomes.succeeded());
      assert.equal((await grandchild.stored()).rootId, parent.id);
      await grandchild.succeed('pack');
      await parent.cancel(true);
      await grandchild.undo('pack');
      for (const run of [grandchild, child, parent]) await run.shows('compensated');
    },
    'ends of a child and of its parent in one batch advance both': async (scene) => {
      const parent = await startRun(scene, [...PARENT, step('log')]);
      const child = await startChild(parent, 'ship', [step('pack')]);
      const executions = [await parent.claim('log')];
      executions.push(await scene.claimOne());
      await scene.executions.settle({
        settlements: executions.map((execution) => ({ execution, outcome: outcomes.succeeded() })),
      });
      await child.shows('completed');
      await parent.shows('running', { ship: 'succeeded', log: 'succeeded', bill: 'active' });
    },
  },
};

import assert from 'node:assert/strict';
import {
  type Execution,
  stepType,
  type WorkflowChildren,
  type WorkflowGraphStep,
} from '@scheduler/contracts';
import { assertRejectsWith } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, type StoreScene } from '../kit/store-scene.js';
import { step } from './graph-builders.js';
import { type RunVerbs, startRun } from './run-verbs.js';

const withMap = (props: Partial<WorkflowGraphStep> = {}) => [
  step('all', { kind: 'map', ...props }),
  step('join', { after: ['all'] }),
];

const add = ({ workflows }: StoreScene, execution: Execution, from: number, ...payloads: string[]) =>
  workflows.addChildren({ execution, from, payloads });

/** Starts a run whose map has these items, and whose list is complete. */
async function mapped(
  scene: StoreScene,
  steps: readonly WorkflowGraphStep[],
  ...payloads: string[]
): Promise<RunVerbs> {
  const run = await startRun(scene, steps);
  const map = await run.claim('all');
  assert.equal(await add(scene, map, 0, ...payloads), true);
  await scene.settle(map, outcomes.succeeded({ total: payloads.length }));
  return run;
}

const item = (index: number) => ({ index });

/** The numbers, without when the last of them ended. */
function counts({ added, total, ended, failed }: Partial<WorkflowChildren> = {}) {
  return { added, total, ended, failed };
}

export const mapSteps: ConformanceGroup<StoreScene> = {
  title: 'workflows.addChildren, and maps',
  needs: 'workflows',
  cases: {
    'adds an execution for each item, with its payload and its place': async (scene) => {
      const run = await startRun(scene, withMap({ priority: 1 }), { tenant: 'acme' });
      const map = await run.claim('all');
      assert.equal(await add(scene, map, 0, 'x', 'y'), true);
      await run.opens('all', 'all[0]', 'all[1]');
      const child = await run.pending('all', item(1));
      assert.equal(child.type, stepType('orders', 'all'));
      assert.equal(child.payload, 'y');
      assert.equal(child.tenant, 'acme');
      assert.equal(child.priority, 1);
      assert.deepEqual(child.workflow, {
        run: run.id,
        root: run.id,
        step: 'all',
        index: 1,
        phase: 'run',
        round: 0,
      });
    },
    'the join waits until the list is complete, although all items have ended': async (scene) => {
      const run = await startRun(scene, withMap());
      const map = await run.claim('all');
      await add(scene, map, 0, 'x', 'y');
      for (const index of [0, 1]) await run.settle('all', outcomes.succeeded(), { index });
      await run.shows('running', { all: 'active', join: 'waiting' });
      await add(scene, map, 2, 'z');
      await scene.settle(map, outcomes.succeeded({ total: 3 }));
      await run.shows('running', { all: 'active', join: 'waiting' });
      await run.settle('all', outcomes.succeeded(), item(2));
      await run.shows('running', { all: 'succeeded', join: 'active' });
      await run.opens('join');
      assert.deepEqual(counts((await run.state('all')).children), {
        added: 3,
        total: 3,
        ended: 3,
        failed: 0,
      });
    },
    'the join starts once, when the last items end at the same time': async (scene) => {
      const names = Array.from({ length: 40 }, (_, index) => `item-${index}`);
      const run = await mapped(scene, withMap(), ...names);
      const items = await scene.claim({ limit: 100 });
      assert.equal(items.length, names.length);
      const half = items.slice(0, 20).map((execution) => ({ execution, outcome: outcomes.succeeded() }));
      await Promise.all([
        scene.executions.settle({ settlements: half }),
        ...items.slice(20).map((execution) => scene.settle(execution, outcomes.succeeded())),
      ]);
      await run.opens('join');
      assert.equal((await run.executions()).length, names.length + 2);
      assert.equal((await run.state('all')).children?.ended, names.length);
    },
    'a list that is empty ends at once': async (scene) => {
      const run = await startRun(scene, withMap());
      await run.settle('all', outcomes.succeeded({ total: 0 }));
      await run.shows('running', { all: 'succeeded', join: 'active' });
    },
    'items that an earlier attempt has added are not added again': async (scene) => {
      const run = await startRun(scene, withMap());
      const first = await scene.start(await run.claim('all'));
      await add(scene, first, 0, 'x', 'y');
      await scene.advance(2 * LEASE_MS);
      await scene.rescue();
      const second = await run.claim('all');
      await run.settle('all', outcomes.succeeded('kept'), item(0));
      assert.equal(await add(scene, second, 0, 'x', 'y', 'z'), true);
      await run.opens('all', 'all[1]', 'all[2]');
      await scene.settle(second, outcomes.succeeded({ total: 3 }));
      for (const index of [1, 2]) await run.settle('all', outcomes.succeeded(), { index });
      await run.opens('join');
    },
    'adds nothing for a lease that was lost': async (scene) => {
      const run = await startRun(scene, withMap());
      const lost = await run.claim('all');
      await scene.advance(2 * LEASE_MS);
      await scene.rescue();
      await run.unchangedBy(async () => assert.equal(await add(scene, lost, 0, 'x'), false));
      const current = await run.claim('all');
      await run.unchangedBy(async () => assert.equal(await add(scene, lost, 0, 'x'), false));
      assert.equal(await add(scene, current, 0, 'x'), true);
    },
    'adds nothing to a run that stops': async (scene) => {
      const run = await startRun(scene, withMap());
      const map = await run.claim('all');
      await add(scene, map, 0, 'x');
      await run.cancel(false);
      await run.unchangedBy(() =>
        assertRejectsWith(add(scene, map, 1, 'y'), 'WORKFLOW_NOT_RUNNING', { status: 'stopping' }),
      );
      await run.opens('all');
      await scene.settle(map, outcomes.cancelled());
      await run.shows('cancelled', { all: 'cancelled', join: 'cancelled' });
    },
    'no more items run at once than the map allows': async (scene) => {
      const run = await mapped(scene, withMap({ mapConcurrency: 2 }), 'x', 'y', 'z');
      const first = await scene.claim({ limit: 10 });
      assert.equal(first.length, 2);
      assert.deepEqual(await scene.claim({ limit: 10 }), []);
      const other = await mapped(scene, withMap({ mapConcurrency: 2 }), 'x', 'y');
      assert.equal((await scene.claim({ limit: 10 })).length, 2);
      assert.notEqual(other.id, run.id);
      await scene.settle(first[0] as Execution, outcomes.succeeded());
      assert.equal((await scene.claim({ limit: 10 })).length, 1);
    },
    'onError fail: the first item that fails ends those that wait, and the run': async (scene) => {
      const run = await mapped(scene, withMap({ hasRollback: false }), 'x', 'y', 'z');
      const running = await run.claim('all', item(1));
      await run.fail('all', item(0));
      await run.shows('stopping', { all: 'active', join: 'cancelled' });
      await run.opens('all[1]');
      await scene.settle(running, outcomes.succeeded());
      await run.shows('failed', { all: 'failed' });
      assert.equal((await run.state('all')).error, '2 of 3 items failed');
    },
    'onError continue: the others go on, and the run ends with errors': async (scene) => {
      const run = await mapped(scene, withMap({ onError: 'continue' }), 'x', 'y');
      await run.fail('all', item(0));
      await run.opens('all[1]');
      await run.settle('all', outcomes.succeeded(), item(1));
      await run.shows('running', { all: 'failed', join: 'active' });
      await run.succeed('join');
      await run.shows('completed_with_errors');
    },
    'onError skip: items that fail are left out': async (scene) => {
      const run = await mapped(scene, withMap({ onError: 'skip' }), 'x', 'y');
      await run.fail('all', item(0));
      await run.settle('all', outcomes.succeeded(), item(1));
      await run.shows('running', { all: 'succeeded', join: 'active' });
      assert.deepEqual(counts((await run.state('all')).children), {
        added: 2,
        total: 2,
        ended: 2,
        failed: 1,
      });
    },
    'an item that is discarded is no failure': async (scene) => {
      const run = await mapped(scene, withMap(), 'x', 'y');
      await run.settle('all', outcomes.discarded(), item(0));
      await run.settle('all', outcomes.succeeded(), item(1));
      await run.shows('running', { all: 'succeeded', join: 'active' });
    },
    'a map whose list cannot be made fails': async (scene) => {
      const run = await startRun(scene, withMap());
      const map = await run.claim('all');
      await add(scene, map, 0, 'x');
      await scene.settle(map, outcomes.failed());
      await run.shows('running', { all: 'active' });
      await run.settle('all', outcomes.succeeded(), item(0));
      await run.shows('failed', { all: 'failed' });
      assert.equal((await run.state('all')).error, 'it broke');
    },
    'a map is skipped whose condition is false': async (scene) => {
      const run = await startRun(scene, withMap({ hasCondition: true }));
      await run.settle('all', outcomes.discarded());
      await run.shows('running', { all: 'skipped', join: 'active' });
    },
    'the rollback of a map is a map too': async (scene) => {
      const run = await mapped(scene, withMap({ hasRollback: true }), 'x', 'y');
      for (const index of [0, 1]) await run.settle('all', outcomes.succeeded(), { index });
      await run.fail('join');
      await run.opens('all:undo');
      const undo = await run.claim('all', { phase: 'undo' });
      assert.equal(await add(scene, undo, 0, 'x', 'y'), true);
      await run.opens('all:undo', 'all[0]:undo', 'all[1]:undo');
      await scene.settle(undo, outcomes.succeeded({ total: 2 }));
      await run.settle('all', outcomes.succeeded(), { phase: 'undo', index: 1 });
      await run.shows('compensating');
      await run.settle('all', outcomes.succeeded(), { phase: 'undo', index: 0 });
      await run.shows('compensated');
      await run.opens();
    },
    'the rollback of a map fails with one of its items, and can be tried again': async (scene) => {
      const run = await mapped(scene, withMap({ hasRollback: true }), 'x');
      await run.settle('all', outcomes.succeeded(), item(0));
      await run.fail('join');
      const undo = async (outcome = outcomes.succeeded()) => {
        const map = await run.claim('all', { phase: 'undo' });
        await add(scene, map, 0, 'x');
        await scene.settle(map, outcomes.succeeded({ total: 1 }));
        await run.settle('all', outcome, { phase: 'undo', index: 0 });
      };
      await undo(outcomes.failed());
      await run.shows('compensation_failed');
      await run.command({ kind: 'resume_compensation' });
      await undo();
      await run.shows('compensated');
    },
  },
};

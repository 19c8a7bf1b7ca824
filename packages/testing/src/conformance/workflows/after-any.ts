import assert from 'node:assert/strict';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { approval, step, undoable } from './graph-builders.js';
import { startChild, startRun } from './run-verbs.js';

const race = (losers: 'finish' | 'cancel') => [
  undoable('north'),
  undoable('south'),
  step('ship', { afterAny: ['north', 'south'], losers }),
];

export const afterAnyStep: ConformanceGroup<StoreScene> = {
  title: 'workflows: after any',
  needs: 'workflows',
  cases: {
    'the first success starts it, and a later one does not start it again': async (scene) => {
      const run = await startRun(scene, race('finish'));
      await run.succeed('south');
      await run.opens('north', 'ship');
      await run.succeed('north');
      await run.opens('ship');
      await run.succeed('ship');
      await run.shows('completed', { north: 'succeeded', south: 'succeeded' });
      assert.equal((await run.executions()).length, 3);
    },
    'a failure does not start it': async (scene) => {
      const [north, south, ship] = race('finish');
      assert.ok(north !== undefined && south !== undefined && ship !== undefined);
      const run = await startRun(scene, [{ ...north, onError: 'continue' }, south, ship]);
      await run.fail('north');
      await run.opens('south');
      await run.succeed('south');
      await run.opens('ship');
      await run.succeed('ship');
      await run.shows('completed_with_errors');
    },
    'two successes in one batch start it once': async (scene) => {
      const run = await startRun(scene, race('cancel'));
      const claimed = [await run.claim('north'), await run.claim('south')];
      const settlements = claimed.map((execution) => ({ execution, outcome: outcomes.succeeded() }));
      await scene.executions.settle({ settlements });
      await run.opens('ship');
      await run.shows('running', { north: 'succeeded', south: 'succeeded' });
    },
    'losers that wait are cancelled where it says so, and are not missed': async (scene) => {
      const run = await startRun(scene, race('cancel'));
      await run.succeed('south');
      await run.opens('ship');
      const { verdict, status } = await run.state('north');
      assert.deepEqual({ verdict, status }, { verdict: 'not_first', status: 'skipped' });
      await run.succeed('ship');
      await run.shows('completed');
    },
    'losers that run are asked to stop, and the run ends after them': async (scene) => {
      const run = await startRun(scene, race('cancel'));
      const loser = await run.claim('north');
      await run.succeed('south', 'ship');
      await run.shows('running', { north: 'active', ship: 'succeeded' });
      assert.ok((await scene.execution(loser)).cancelRequest !== null, 'it is asked to stop');
      await scene.settle(loser, outcomes.cancelled());
      await run.shows('completed', { north: 'skipped' });
    },
    'a loser that fails does not fail the run, and is undone with it': async (scene) => {
      const run = await startRun(scene, [...race('cancel'), step('bill', { after: ['ship'] })]);
      const loser = await run.claim('north');
      await run.succeed('south', 'ship');
      await scene.settle(loser, outcomes.failed());
      await run.shows('running', { north: 'skipped' });
      await run.fail('bill');
      await run.opens('north:undo', 'south:undo');
    },
    'a loser that succeeds late keeps its output, and is undone like any other': async (scene) => {
      const run = await startRun(scene, race('cancel'));
      const loser = await run.claim('north');
      await run.succeed('south');
      await scene.settle(loser, outcomes.succeeded('late'));
      await run.shows('running', { north: 'succeeded' });
      await run.fail('ship');
      await run.opens('north:undo', 'south:undo');
    },
    'a loser that waits for somebody ends at once': async (scene) => {
      const run = await startRun(scene, [
        approval('legal'),
        approval('risk', { waitMs: 1_000_000 }),
        step('fast'),
        step('go', { afterAny: ['legal', 'risk', 'fast'], losers: 'cancel' }),
        step('file', { after: ['legal', 'risk'] }),
      ]);
      await run.succeed('fast');
      await run.shows('running', { legal: 'skipped', risk: 'skipped', go: 'active', file: 'active' });
      await run.opens('file', 'go');
    },
    'a loser that has not begun is not started any more': async (scene) => {
      const run = await startRun(scene, [
        step('fast'),
        step('slow'),
        step('slower', { after: ['slow'] }),
        step('go', { afterAny: ['fast', 'slower'], losers: 'cancel' }),
      ]);
      await run.succeed('fast', 'slow');
      await run.shows('running', { slower: 'skipped', go: 'active' });
      await run.opens('go');
    },
    'a loser that is a map or a workflow is stopped with all that it has started': async (scene) => {
      const run = await startRun(scene, [
        step('fast'),
        step('all', { kind: 'map' }),
        step('child', { kind: 'workflow', child: 'shipping' }),
        step('go', { afterAny: ['fast', 'all', 'child'], losers: 'cancel' }),
      ]);
      const map = await run.claim('all');
      assert.equal(await scene.workflows.addChildren({ execution: map, from: 0, payloads: [1, 2] }), true);
      await scene.settle(map, outcomes.succeeded({ total: 2 }));
      const child = await startChild(run, 'child', [undoable('pack'), step('send', { after: ['pack'] })]);
      await child.succeed('pack');
      await run.succeed('fast');
      await run.shows('running', { all: 'skipped', child: 'active', go: 'active' });
      await run.opens('go');
      await child.shows('compensating');
      await child.undo('pack');
      await child.shows('compensated');
      await run.shows('running', { child: 'skipped' });
      await run.succeed('go');
      await run.shows('completed');
    },
    'it is skipped when none of them has succeeded': async (scene) => {
      const run = await startRun(scene, [
        step('a', { onError: 'skip' }),
        step('b', { hasCondition: true }),
        step('go', { afterAny: ['a', 'b'] }),
        step('end', { after: ['go'] }),
      ]);
      await run.fail('a');
      await run.settle('b', outcomes.discarded());
      await run.shows('running', { go: 'skipped', end: 'active' });
      assert.equal((await run.state('go')).verdict, 'no_predecessor_succeeded');
    },
    'it waits for all of `after` as well': async (scene) => {
      const run = await startRun(scene, [
        step('a'),
        step('b'),
        step('c'),
        step('go', { after: ['c'], afterAny: ['a', 'b'] }),
      ]);
      await run.succeed('a');
      await run.shows('running', { go: 'waiting' });
      await run.succeed('c');
      await run.opens('b', 'go');
    },
  },
};

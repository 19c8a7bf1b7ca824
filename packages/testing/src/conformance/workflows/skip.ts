import assert from 'node:assert/strict';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { step } from './graph-builders.js';
import { startRun } from './run-verbs.js';

const conditional = step('a', { hasCondition: true });

export const skippedSteps: ConformanceGroup<StoreScene> = {
  title: 'workflows: skipped steps, and steps that fail',
  needs: 'workflows',
  cases: {
    'a step is skipped whose condition is false, and those after it run': async (scene) => {
      const run = await startRun(scene, [conditional, step('b', { after: ['a'] })]);
      await run.settle('a', outcomes.discarded('the condition is false'));
      await run.shows('running', { a: 'skipped', b: 'active' });
      const { verdict, error } = await run.state('a');
      assert.deepEqual({ verdict, error }, { verdict: 'condition', error: undefined });
      await run.succeed('b');
      await run.shows('completed');
    },
    'a skip is handed on where a step says so': async (scene) => {
      const run = await startRun(scene, [
        conditional,
        step('b', { after: ['a'], ifSkipped: 'skip' }),
        step('c', { after: ['b'], ifSkipped: 'skip' }),
        step('d', { after: ['c'] }),
      ]);
      await run.settle('a', outcomes.discarded());
      await run.shows('running', { a: 'skipped', b: 'skipped', c: 'skipped', d: 'active' });
      assert.equal((await run.state('b')).verdict, 'predecessor_skipped');
      assert.equal((await run.state('c')).verdict, 'predecessor_skipped');
    },
    'a step that hands a skip on waits for all before it': async (scene) => {
      const run = await startRun(scene, [
        conditional,
        step('b'),
        step('c', { after: ['a', 'b'], ifSkipped: 'skip' }),
      ]);
      await run.settle('a', outcomes.discarded());
      await run.shows('running', { c: 'waiting' });
      await run.succeed('b');
      await run.shows('completed', { c: 'skipped' });
    },
    'everything can be skipped': async (scene) => {
      const run = await startRun(scene, [conditional, step('b', { after: ['a'], ifSkipped: 'skip' })]);
      await run.settle('a', outcomes.discarded());
      await run.shows('completed', { a: 'skipped', b: 'skipped' });
    },
    'onError fail: nothing new starts, and the run fails': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b', { after: ['a'] })]);
      await run.fail('a');
      await run.shows('failed', { a: 'failed', b: 'cancelled' });
      assert.equal((await run.state('a')).error, 'it broke');
    },
    'onError skip: as if its condition had been false': async (scene) => {
      const run = await startRun(scene, [
        step('a', { onError: 'skip' }),
        step('b', { after: ['a'] }),
        step('c', { after: ['a'], ifSkipped: 'skip' }),
      ]);
      await run.fail('a');
      await run.shows('running', { a: 'skipped', b: 'active', c: 'skipped' });
      const { verdict, error } = await run.state('a');
      assert.deepEqual({ verdict, error }, { verdict: 'error', error: 'it broke' });
      await run.succeed('b');
      await run.shows('completed');
    },
    'onError continue: those after it run, and the run ends with errors': async (scene) => {
      const run = await startRun(scene, [
        step('a', { onError: 'continue' }),
        step('b', { after: ['a'], ifSkipped: 'skip' }),
      ]);
      await run.fail('a');
      await run.shows('running', { a: 'failed', b: 'active' });
      await run.succeed('b');
      await run.shows('completed_with_errors', { a: 'failed', b: 'succeeded' });
    },
    'a failure counts before a success of the same batch': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b'), step('c', { after: ['b'] })]);
      const [a, b] = [await run.claim('a'), await run.claim('b')];
      await scene.executions.settle({
        settlements: [
          { execution: b, outcome: outcomes.succeeded() },
          { execution: a, outcome: outcomes.failed() },
        ],
      });
      await run.shows('failed', { b: 'succeeded', c: 'cancelled' });
      await run.opens();
    },
  },
};

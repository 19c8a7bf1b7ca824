import assert from 'node:assert/strict';
import { stepType } from '@scheduler/contracts';
import { assertRejectsWith } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { DIAMOND, step, STEP_POLICY, undoable } from './graph-builders.js';
import { type RunVerbs, startRun } from './run-verbs.js';

const FAILS_LATE = [...DIAMOND, step('pay', { after: ['last'] })];

async function failedLate(scene: StoreScene): Promise<RunVerbs> {
  const run = await startRun(scene, FAILS_LATE);
  await run.succeed('first', 'left', 'right', 'last');
  await run.fail('pay');
  return run;
}

export const compensateRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows: compensation',
  needs: 'workflows',
  cases: {
    'undoes what was done along the inverted graph': async (scene) => {
      const run = await failedLate(scene);
      await run.shows('compensating', { pay: 'failed', last: 'succeeded' });
      await run.opens('last:undo');
      await run.undo('last');
      await run.opens('left:undo', 'right:undo');
      await run.undo('right');
      await run.opens('left:undo');
      await run.undo('left');
      await run.opens('first:undo');
      await run.undo('first');
      await run.opens();
      const { steps } = await run.shows('compensated');
      for (const { name } of DIAMOND) assert.equal(steps[name]?.undo?.status, 'done');
    },
    'gives rollbacks their own type and policy': async (scene) => {
      const rollbackPolicy = { ...STEP_POLICY, maxRetries: 9 };
      const run = await startRun(scene, [
        step('a', { hasRollback: true, rollbackPolicy }),
        step('b', { after: ['a'] }),
      ]);
      await run.succeed('a');
      await run.fail('b');
      const rollback = await run.pending('a', { phase: 'undo' });
      assert.equal(rollback.type, stepType('orders', 'a', 'undo'));
      assert.deepEqual(rollback.policy, rollbackPolicy);
      assert.equal((await run.state('a')).undo?.executionId, rollback.id);
    },
    'undoes what began and failed for good, and leaves what never began': async (scene) => {
      const run = await startRun(scene, [undoable('a'), undoable('b', 'a'), undoable('c', 'b')]);
      await run.succeed('a');
      await run.fail('b');
      await run.shows('compensating', { b: 'failed', c: 'cancelled' });
      await run.opens('b:undo');
      await run.undo('b');
      await run.opens('a:undo');
      await run.undo('a');
      await run.shows('compensated');
    },
    'passes over steps that cannot be undone, and keeps the order around them': async (scene) => {
      const run = await startRun(scene, [
        undoable('a'),
        step('b', { after: ['a'] }),
        undoable('c', 'b'),
        step('d', { after: ['c'] }),
      ]);
      await run.succeed('a', 'b', 'c');
      await run.fail('d');
      await run.opens('c:undo');
      await run.undo('c');
      await run.opens('a:undo');
    },
    'waits for what still runs, and undoes it too': async (scene) => {
      const run = await startRun(scene, [undoable('a'), undoable('b', 'a'), step('c', { after: ['a'] })]);
      await run.succeed('a');
      const running = await run.claim('b');
      await run.fail('c');
      await run.shows('stopping', { b: 'active', c: 'failed' });
      assert.equal((await scene.execution(running)).cancelRequest, null);
      await scene.settle(running, outcomes.succeeded());
      await run.shows('compensating', { b: 'succeeded' });
      await run.opens('b:undo');
    },
    'ends what waits when a step fails, and starts nothing more': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b'), step('c'), step('d', { after: ['b'] })]);
      const running = await run.claim('b');
      await run.fail('a');
      await run.shows('stopping', { a: 'failed', b: 'active', c: 'cancelled', d: 'cancelled' });
      await run.opens('b');
      await scene.settle(running, outcomes.succeeded());
      await run.opens();
      await run.shows('failed', { b: 'succeeded', d: 'cancelled' });
    },
    'retries rollbacks first, then lets the others go on': async (scene) => {
      const run = await failedLate(scene);
      await run.settle('last', outcomes.retry(), { phase: 'undo' });
      await run.opens('last:undo');
      await run.undo('last');
      await run.settle('left', outcomes.failed({ deadLetterQueue: 'dead' }), { phase: 'undo' });
      await run.shows('compensating');
      await run.opens('right:undo');
      await run.undo('right', 'first');
      const { steps } = await run.shows('compensation_failed');
      assert.equal(steps['left']?.undo?.status, 'failed');
      assert.equal(steps['left']?.undo?.error, 'it broke');
      assert.equal(steps['first']?.undo?.status, 'done');
    },
    'goes on with what failed when it is told to, and with nothing else': async (scene) => {
      const run = await failedLate(scene);
      await run.undo('last', 'right');
      await run.fail('left', { phase: 'undo' });
      await run.undo('first');
      await run.shows('compensation_failed');
      await assertRejectsWith(run.command({ kind: 'retry', steps: null }), 'ILLEGAL_TRANSITION');
      await run.command({ kind: 'resume_compensation' });
      await run.shows('compensating');
      await run.opens('left:undo');
      await run.undo('left');
      await run.shows('compensated');
      await run.opens();
    },
    'can fail again after it was told to go on': async (scene) => {
      const run = await startRun(scene, [undoable('a'), step('b', { after: ['a'] })]);
      await run.succeed('a');
      await run.fail('b');
      for (let time = 0; time < 3; time += 1) {
        await run.fail('a', { phase: 'undo' });
        await run.shows('compensation_failed');
        await run.command({ kind: 'resume_compensation' });
      }
      await run.undo('a');
      await run.shows('compensated');
    },
    'is not begun by hand': async (scene) => {
      const run = await startRun(scene, [step('a')]);
      await run.unchangedBy(() =>
        assertRejectsWith(run.command({ kind: 'resume_compensation' }), 'ILLEGAL_TRANSITION'),
      );
    },
    'leaves alone a step that its condition has skipped': async (scene) => {
      const run = await startRun(scene, [
        undoable('a'),
        step('b', { after: ['a'], hasCondition: true, hasRollback: true }),
        step('c', { after: ['b'] }),
      ]);
      await run.succeed('a');
      await run.settle('b', outcomes.discarded());
      await run.fail('c');
      await run.opens('a:undo');
    },
  },
};

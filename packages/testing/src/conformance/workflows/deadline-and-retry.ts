import assert from 'node:assert/strict';
import { DEADLINE_STEP } from '@scheduler/contracts';
import { assertRejectsWith } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';
import { signalStep, step, undoable } from './graph-builders.js';
import { startRun } from './run-verbs.js';

const CHAIN = [undoable('a'), step('b', { after: ['a'] }), step('c', { after: ['b'] })];
const PLAIN = [step('a'), step('b', { after: ['a'] }), step('c', { after: ['b'] })];
const retry = (...steps: readonly string[]) =>
  ({ kind: 'retry', steps: steps.length === 0 ? null : steps }) as const;

export const deadlineOfRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows: the deadline of a run',
  needs: 'workflows',
  cases: {
    'ends a run that takes too long, and undoes what it did': async (scene) => {
      const run = await startRun(scene, CHAIN, { deadlineMs: HOUR });
      await run.succeed('a');
      const running = await run.claim('b');
      await scene.advance(2 * HOUR);
      await run.succeed(DEADLINE_STEP);
      const { stop } = await run.shows('stopping', { b: 'active', c: 'cancelled' });
      assert.deepEqual([stop?.cause, stop?.rollback], ['deadline', true]);
      assert.equal((await scene.execution(running)).cancelRequest, stop?.reason);
      await scene.rescue();
      await run.opens('a:undo');
      await run.undo('a');
      await run.shows('compensated');
    },
    'ends a run as failed that has nothing to undo': async (scene) => {
      const run = await startRun(scene, PLAIN, { deadlineMs: HOUR });
      await scene.advance(2 * HOUR);
      await run.succeed(DEADLINE_STEP);
      await run.shows('failed', { a: 'cancelled' });
      await run.opens();
    },
    'ends a paused run too': async (scene) => {
      const run = await startRun(scene, PLAIN, { deadlineMs: HOUR });
      await run.command({ kind: 'pause' });
      await scene.advance(2 * HOUR);
      await run.succeed(DEADLINE_STEP);
      await run.shows('failed');
    },
    'is no matter any more when the run has ended': async (scene) => {
      const run = await startRun(scene, [step('a')], { deadlineMs: HOUR });
      await run.succeed('a');
      await run.shows('completed');
      await run.opens();
    },
    'changes nothing when it comes while the run ends': async (scene) => {
      const run = await startRun(scene, [step('a')], { deadlineMs: HOUR });
      await scene.advance(2 * HOUR);
      const timer = await run.claim(DEADLINE_STEP);
      await run.succeed('a');
      await scene.settle(timer, outcomes.succeeded());
      await run.shows('completed');
    },
    'begins anew when the run is tried again': async (scene) => {
      const run = await startRun(scene, [step('a')], { deadlineMs: HOUR });
      await run.fail('a');
      await run.shows('failed');
      await run.command(retry());
      await run.opens(DEADLINE_STEP, 'a');
      await scene.advance(2 * HOUR);
      await run.succeed(DEADLINE_STEP);
      await run.shows('failed', { a: 'cancelled' });
    },
  },
};

export const retryRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows.change: retry',
  needs: 'workflows',
  cases: {
    'goes on from the step that failed, and keeps the outputs before it': async (scene) => {
      const run = await startRun(scene, PLAIN);
      await run.succeed('a');
      await run.fail('b');
      const before = await run.state('a');
      const retried = await run.command(retry());
      assert.deepEqual(retried, await run.shows('running', { a: 'succeeded', b: 'active', c: 'waiting' }));
      assert.equal(retried.stop, null);
      assert.deepEqual(await run.state('a'), before);
      await run.opens('b');
      await run.succeed('b', 'c');
      await run.shows('completed');
      assert.equal((await run.executions()).length, 4);
    },
    'repeats what was undone as well': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.succeed('a');
      await run.fail('b');
      await run.undo('a');
      await run.command(retry());
      await run.opens('a');
      await run.succeed('a', 'b');
      await run.fail('c');
      await run.opens('a:undo');
      await run.undo('a');
      await run.shows('compensated');
    },
    'goes on from a named step of a run that has completed': async (scene) => {
      const run = await startRun(scene, PLAIN);
      await run.succeed('a', 'b', 'c');
      await run.command(retry('b'));
      await run.shows('running', { a: 'succeeded', b: 'active', c: 'waiting' });
      await run.succeed('b', 'c');
      await run.shows('completed');
    },
    'a named step that did not fail lets those that did be repeated too': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b'), step('c', { after: ['a'] })]);
      await run.succeed('a', 'c');
      await run.fail('b');
      await run.command(retry('c'));
      await run.shows('running', { a: 'succeeded', b: 'active', c: 'active' });
    },
    'goes on from what a cancellation has ended': async (scene) => {
      const run = await startRun(scene, PLAIN);
      await run.succeed('a');
      await run.cancel(false);
      await run.command(retry());
      await run.opens('b');
    },
    'starts a branch that was cancelled together with the failed one': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b'), step('c', { after: ['a', 'b'] })]);
      await run.fail('a');
      await run.shows('failed', { b: 'cancelled' });
      await run.command(retry());
      await run.opens('a', 'b');
      await run.succeed('a', 'b');
      await run.opens('c');
    },
    'can be repeated as often as it fails': async (scene) => {
      const run = await startRun(scene, PLAIN);
      for (let time = 1; time <= 3; time += 1) {
        await run.fail('a');
        await run.command(retry());
        const { round, steps } = await run.shows('running', { a: 'active' });
        assert.deepEqual([round, steps['a']?.round], [time, time]);
      }
    },
    'what belongs to an earlier round changes nothing': async (scene) => {
      const run = await startRun(scene, [
        step('a'),
        step('b', { afterAny: ['a'] }),
        step('slow', { onError: 'continue' }),
      ]);
      await run.succeed('a', 'b', 'slow');
      await run.command(retry('a'));
      const claimed = await run.claim('a');
      await run.unchangedBy(async () => {
        const [earlier] = (await run.executions()).filter(
          ({ workflow, status }) => workflow?.step === 'a' && status === 'success',
        );
        assert.ok(earlier !== undefined);
        assert.equal(await scene.trySettle(earlier, outcomes.failed()), null);
      });
      await scene.settle(claimed, outcomes.succeeded());
      await run.opens('b');
    },
    'delivers a signal again to a step that is repeated': async (scene) => {
      const run = await startRun(scene, [
        step('a'),
        signalStep('paid', { after: ['a'] }),
        step('b', { after: ['paid'] }),
      ]);
      await run.signal('paid', 'k1', 7);
      await run.succeed('a');
      await run.fail('b');
      await run.command(retry('a'));
      await run.succeed('a');
      await run.shows('running', { paid: 'succeeded', b: 'active' });
      assert.equal((await run.state('paid')).output, 7);
    },
    'is refused while the run goes on, and when nothing has failed': async (scene) => {
      const run = await startRun(scene, [step('a')]);
      await run.unchangedBy(() => assertRejectsWith(run.command(retry()), 'ILLEGAL_TRANSITION'));
      await run.succeed('a');
      for (const command of [retry(), retry('nothing')])
        await run.unchangedBy(() => assertRejectsWith(run.command(command), 'ILLEGAL_TRANSITION'));
    },
  },
};

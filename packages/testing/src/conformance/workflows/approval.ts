import assert from 'node:assert/strict';
import type { OnStepTimeout } from '@scheduler/contracts';
import { assertInstant, assertRejectsWith } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';
import { approval, step, undoable } from './graph-builders.js';
import { type RunVerbs, startRun } from './run-verbs.js';

const DECIDED = [approval('legal'), step('sign', { after: ['legal'] })];

async function timedOut(scene: StoreScene, onTimeout: OnStepTimeout): Promise<RunVerbs> {
  const run = await startRun(scene, [
    approval('legal', { waitMs: HOUR, onTimeout }),
    step('sign', { after: ['legal'] }),
  ]);
  const timer = await run.pending('legal');
  const { createdAt } = await run.stored();
  assertInstant(timer.availableAt, new Date(createdAt.getTime() + HOUR));
  await scene.advance(2 * HOUR);
  await run.settle('legal', outcomes.succeeded());
  assert.equal((await run.state('legal')).verdict, 'timed_out');
  return run;
}

export const approvals: ConformanceGroup<StoreScene> = {
  title: 'workflows.change: approvals',
  needs: 'workflows',
  cases: {
    'a step waits without an execution until somebody decides': async (scene) => {
      const run = await startRun(scene, DECIDED);
      await run.shows('running', { legal: 'active', sign: 'waiting' });
      await run.opens();
    },
    'approved: its successors start, and who decided what is kept': async (scene) => {
      const run = await startRun(scene, DECIDED);
      const decided = await run.decide('legal', true, 'ada', { limit: 5 });
      assert.deepEqual(decided, await run.stored());
      await run.opens('sign');
      const { status, output, decision } = await run.state('legal');
      assert.deepEqual({ status, output }, { status: 'succeeded', output: { limit: 5 } });
      const { at, ...rest } = decision ?? { at: 0 };
      assert.deepEqual(rest, { approved: true, by: 'ada' });
      assert.ok(at >= decided.createdAt.getTime() && at <= (await scene.now()).getTime());
    },
    'rejected: the step fails, and what was done before is undone': async (scene) => {
      const run = await startRun(scene, [
        undoable('draft'),
        approval('legal', { after: ['draft'] }),
        step('sign', { after: ['legal'] }),
      ]);
      await run.succeed('draft');
      await run.decide('legal', false);
      await run.shows('compensating', { legal: 'failed', sign: 'cancelled' });
      const { verdict, error } = await run.state('legal');
      assert.deepEqual({ verdict, error }, { verdict: 'rejected', error: 'rejected by ada' });
      await run.undo('draft');
      await run.shows('compensated');
    },
    'rejected: onError says what follows': async (scene) => {
      const rejected = async (onError: 'skip' | 'continue') => {
        const run = await startRun(scene, [approval('legal', { onError }), step('b', { after: ['legal'] })]);
        await run.decide('legal', false, null);
        await run.succeed('b');
        return run;
      };
      await (await rejected('skip')).shows('completed', { legal: 'skipped' });
      await (await rejected('continue')).shows('completed_with_errors', { legal: 'failed' });
    },
    'a second decision is refused, whatever it is': async (scene) => {
      const run = await startRun(scene, DECIDED);
      await run.decide('legal', true);
      for (const approved of [true, false])
        await run.unchangedBy(() =>
          assertRejectsWith(run.decide('legal', approved, 'bob'), 'WORKFLOW_STEP_NOT_WAITING', {
            step: 'legal',
          }),
        );
    },
    'exactly one of two decisions at the same time counts': async (scene) => {
      const run = await startRun(scene, DECIDED);
      const results = await Promise.allSettled([run.decide('legal', true), run.decide('legal', false)]);
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      const approved = results[0].status === 'fulfilled';
      await run.shows(approved ? 'running' : 'failed', { legal: approved ? 'succeeded' : 'failed' });
    },
    'a decision is refused of what waits for none': async (scene) => {
      const run = await startRun(scene, [
        step('draft'),
        approval('legal', { after: ['draft'] }),
        step('sign', { after: ['legal'] }),
      ]);
      for (const name of ['draft', 'legal', 'nothing'])
        await run.unchangedBy(() =>
          assertRejectsWith(run.decide(name, true), 'WORKFLOW_STEP_NOT_WAITING', { step: name }),
        );
      await run.cancel(false);
      await run.unchangedBy(() => assertRejectsWith(run.decide('legal', true), 'WORKFLOW_STEP_NOT_WAITING'));
    },
    'a decision ends the timer': async (scene) => {
      const run = await startRun(scene, [
        approval('legal', { waitMs: HOUR }),
        step('sign', { after: ['legal'] }),
      ]);
      await run.opens('legal');
      await run.decide('legal', true);
      await run.opens('sign');
    },
    'a timer that ends after the decision changes nothing': async (scene) => {
      const run = await startRun(scene, [
        approval('legal', { waitMs: HOUR }),
        step('sign', { after: ['legal'] }),
      ]);
      await scene.advance(2 * HOUR);
      const timer = await run.claim('legal');
      await run.decide('legal', true);
      await scene.settle(timer, outcomes.succeeded());
      await run.shows('running', { legal: 'succeeded', sign: 'active' });
      await run.opens('sign');
    },
    'a timeout may fail the step': async (scene) => {
      const run = await timedOut(scene, 'fail');
      await run.shows('failed', { legal: 'failed' });
      const { error, decision } = await run.state('legal');
      assert.deepEqual(
        { error, decision },
        { error: `nobody decided within ${HOUR} ms`, decision: undefined },
      );
    },
    'a timeout may skip the step': async (scene) => {
      await (await timedOut(scene, 'skip')).shows('running', { legal: 'skipped', sign: 'active' });
    },
    'a timeout may approve': async (scene) => {
      const run = await timedOut(scene, 'approve');
      await run.shows('running', { legal: 'succeeded', sign: 'active' });
      const { decision } = await run.state('legal');
      assert.deepEqual([decision?.approved, decision?.by], [true, null]);
    },
    'a timeout may reject': async (scene) => {
      const run = await timedOut(scene, 'reject');
      await run.shows('failed', { legal: 'failed' });
      const { decision } = await run.state('legal');
      assert.deepEqual([decision?.approved, decision?.by], [false, null]);
    },
    'a condition is asked before it waits': async (scene) => {
      const steps = [
        approval('legal', { hasCondition: true, waitMs: HOUR }),
        step('sign', { after: ['legal'] }),
      ];
      const [yes, no] = [await startRun(scene, steps), await startRun(scene, steps)];
      await yes.opens('legal:when');
      await yes.unchangedBy(() => assertRejectsWith(yes.decide('legal', true), 'WORKFLOW_STEP_NOT_WAITING'));
      await yes.settle('legal', outcomes.succeeded(), { phase: 'when' });
      await yes.opens('legal');
      await yes.decide('legal', true);
      await yes.opens('sign');
      await no.settle('legal', outcomes.discarded(), { phase: 'when' });
      await no.shows('running', { legal: 'skipped', sign: 'active' });
      assert.equal((await no.state('legal')).verdict, 'condition');
    },
    'a condition that fails fails the step, which is not undone': async (scene) => {
      const run = await startRun(scene, [approval('legal', { hasCondition: true, hasRollback: true })]);
      await run.fail('legal', { phase: 'when' });
      await run.shows('failed', { legal: 'failed' });
      await run.opens();
    },
  },
};

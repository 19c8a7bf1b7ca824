import assert from 'node:assert/strict';
import { assertRejectsWith } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { approval, step, undoable } from './graph-builders.js';
import { startRun } from './run-verbs.js';

const CHAIN = [undoable('a'), undoable('b', 'a'), step('c', { after: ['b'] })];

export const cancelRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows.change: cancel',
  needs: 'workflows',
  cases: {
    'ends what waits in one step, and undoes nothing unless it is told to': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.succeed('a');
      const waiting = await run.pending('b');
      const cancelled = await run.cancel(false);
      assert.equal(cancelled.status, 'cancelled');
      assert.deepEqual(cancelled, await run.shows('cancelled', { b: 'cancelled', c: 'cancelled' }));
      assert.deepEqual(cancelled.stop, {
        cause: 'cancel',
        step: null,
        reason: 'not needed',
        rollback: false,
      });
      await run.opens();
      const { status, reason } = await scene.execution(waiting);
      assert.deepEqual(
        { status, reason },
        { status: 'cancelled', reason: { code: 'cancelled', message: 'not needed' } },
      );
    },
    'undoes what was done when it is told to': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.succeed('a');
      await run.cancel(true);
      await run.shows('compensating');
      await run.opens('a:undo');
      await run.undo('a');
      await run.shows('compensated');
    },
    'ends as compensated when there is nothing to undo': async (scene) => {
      const run = await startRun(scene, [step('a')]);
      await run.cancel(true);
      await run.shows('compensated', { a: 'cancelled' });
    },
    'asks what runs to stop, and ends after it': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const claimed = await run.claim('a');
      await run.cancel(false);
      await run.shows('stopping', { a: 'active', b: 'cancelled' });
      assert.equal((await scene.execution(claimed)).cancelRequest, 'not needed');
      await scene.settle(claimed, outcomes.cancelled('not needed'));
      await run.shows('cancelled', { a: 'cancelled' });
    },
    'undoes what was asked to stop, after it has settled': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const claimed = await run.claim('a');
      await run.cancel(true);
      await run.shows('stopping');
      await run.opens('a');
      await scene.settle(claimed, outcomes.cancelled());
      await run.opens('a:undo');
    },
    'undoes what was asked to stop, after its lease has ended': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await scene.start(await run.claim('a'));
      await run.cancel(true);
      await run.opens('a');
      await scene.loseAndRescue();
      await run.shows('compensating', { a: 'cancelled' });
      await run.opens('a:undo');
    },
    'undoes a step whose claim was lost before its start was stored, since it may have begun': async (
      scene,
    ) => {
      const run = await startRun(scene, CHAIN);
      await run.claim('a');
      await run.cancel(true);
      await scene.loseAndRescue();
      await run.shows('compensating', { a: 'cancelled' });
      await run.opens('a:undo');
    },
    'undoes nothing of a step that had not begun when it was asked to stop': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const claimed = await run.claim('a');
      await run.cancel(true);
      await scene.settle(claimed, outcomes.cancelled(), { startedAt: null });
      await run.shows('compensated', { a: 'cancelled' });
      await run.opens();
    },
    'undoes nothing of a step that waited': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.cancel(true);
      await run.shows('compensated', { a: 'cancelled' });
      await run.opens();
    },
    'counts a late success for compensation, and never as success of the run': async (scene) => {
      const runs = [await startRun(scene, [undoable('a')]), await startRun(scene, [undoable('a')])] as const;
      const claimed = [await runs[0].claim('a'), await runs[1].claim('a')] as const;
      await runs[0].cancel(true);
      await runs[1].cancel(false);
      for (const execution of claimed) await scene.settle(execution, outcomes.succeeded());
      await runs[0].shows('compensating', { a: 'succeeded' });
      await runs[0].opens('a:undo');
      await runs[1].shows('cancelled', { a: 'succeeded' });
      await runs[1].opens();
    },
    'an attempt that would be tried again is not': async (scene) => {
      const run = await startRun(scene, [step('a')]);
      const claimed = await run.claim('a');
      await run.cancel(false);
      await scene.settle(claimed, outcomes.retry());
      await run.shows('cancelled', { a: 'cancelled' });
      await run.opens();
    },
    'ends what waits for somebody or for an instant': async (scene) => {
      const run = await startRun(scene, [
        approval('yes'),
        approval('soon', { waitMs: 1_000 }),
        step('nap', { kind: 'sleep', sleepMs: 1_000 }),
      ]);
      await run.cancel(false);
      await run.shows('cancelled', { yes: 'cancelled', soon: 'cancelled', nap: 'cancelled' });
      await run.opens();
    },
    'changes nothing for a run that stops already': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.succeed('a');
      const claimed = await run.claim('b');
      await run.cancel(true);
      await run.cancel(false);
      assert.equal((await run.shows('stopping')).stop?.rollback, true);
      await scene.settle(claimed, outcomes.cancelled());
      await run.cancel(false);
      await run.shows('compensating');
    },
    'is refused for a run that has ended': async (scene) => {
      const run = await startRun(scene, [step('a')]);
      await run.succeed('a');
      await run.unchangedBy(() => assertRejectsWith(run.cancel(true), 'ILLEGAL_TRANSITION'));
    },
    'is null for a run that nobody has, and for one of another tenant': async (scene) => {
      const run = await startRun(scene, [step('a')], { tenant: 'acme' });
      const command = { kind: 'cancel', reason: 'x', rollback: false } as const;
      const { workflows } = scene;
      await run.unchangedBy(async () => {
        assert.equal(await workflows.change({ id: 'nobody', tenant: null, command }), null);
        assert.equal(await workflows.change({ id: run.id, tenant: 'other', command }), null);
      });
      assert.equal((await workflows.change({ id: run.id, tenant: 'acme', command }))?.status, 'cancelled');
    },
  },
};

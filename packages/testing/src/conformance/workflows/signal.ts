import assert from 'node:assert/strict';
import { assertInstant, assertRejectsWith } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';
import { signalStep, step } from './graph-builders.js';
import { startRun } from './run-verbs.js';

const LATE = [step('a'), signalStep('paid', { after: ['a'] }), step('b', { after: ['paid'] })];

export const signalsAndSleep: ConformanceGroup<StoreScene> = {
  title: 'workflows.change: signals and sleep',
  needs: 'workflows',
  cases: {
    'a signal ends the step that waits for it, with its data as output': async (scene) => {
      const run = await startRun(scene, [signalStep('paid'), step('b', { after: ['paid'] })]);
      await run.shows('running', { paid: 'active' });
      await run.opens();
      const signalled = await run.signal('paid', 'k1', { cents: 100 });
      assert.deepEqual(signalled, await run.shows('running', { paid: 'succeeded', b: 'active' }));
      assert.deepEqual((await run.state('paid')).output, { cents: 100 });
      const [{ at, ...signal } = { at: 0 }] = signalled.signals;
      assert.deepEqual(signal, { name: 'paid', key: 'k1', data: { cents: 100 }, step: 'paid' });
      assert.ok(at >= signalled.createdAt.getTime());
    },
    'a signal that comes before its step is kept for it': async (scene) => {
      const run = await startRun(scene, LATE);
      await run.signal('paid', 'k1', 'early');
      assert.deepEqual((await run.stored()).signals[0]?.step, null);
      await run.opens('a');
      await run.succeed('a');
      await run.shows('running', { paid: 'succeeded', b: 'active' });
      assert.equal((await run.state('paid')).output, 'early');
      await run.opens('b');
    },
    'the oldest signal is taken first, each by one step': async (scene) => {
      const run = await startRun(scene, [
        step('a'),
        signalStep('first', { signal: 'paid', after: ['a'] }),
        signalStep('second', { signal: 'paid', after: ['first'] }),
      ]);
      for (const key of ['1', '2', '3']) await run.signal('paid', key, key);
      await run.succeed('a');
      const { steps, signals } = await run.shows('completed');
      assert.deepEqual([steps['first']?.output, steps['second']?.output], ['1', '2']);
      assert.deepEqual(
        signals.map((signal) => signal.step),
        ['first', 'second', null],
      );
    },
    'a signal with a key that was sent before is the same signal': async (scene) => {
      const run = await startRun(scene, [
        signalStep('paid'),
        signalStep('again', { signal: 'paid', after: ['paid'] }),
      ]);
      await run.signal('paid', 'k1', 1);
      await run.signal('paid', 'k1', 2);
      const { signals, steps } = await run.shows('running', { paid: 'succeeded', again: 'active' });
      assert.equal(signals.length, 1);
      assert.equal(steps['paid']?.output, 1);
      await run.signal('paid', 'k2', 3);
      await run.shows('completed');
    },
    'none is lost or delivered twice when many are sent at the same time': async (scene) => {
      const names = ['s0', 's1', 's2', 's3', 's4'];
      const run = await startRun(
        scene,
        names.map((name) => signalStep(name, { signal: 'go' })),
      );
      await Promise.all([...names, ...names].map((key) => run.signal('go', key, key)));
      const { signals, steps } = await run.shows('completed');
      assert.equal(signals.length, names.length);
      assert.deepEqual(names.map((name) => String(steps[name]?.output)).sort(), names);
    },
    'none is lost between a step that begins to wait and a signal': async (scene) => {
      for (let time = 0; time < 5; time += 1) {
        const run = await startRun(scene, LATE);
        const claimed = await run.claim('a');
        await Promise.all([scene.settle(claimed, outcomes.succeeded()), run.signal('paid', 'k1')]);
        await run.opens('b');
      }
    },
    'other signals are kept, and change nothing else': async (scene) => {
      const run = await startRun(scene, [signalStep('paid')]);
      await run.signal('shipped', 'k1');
      await run.shows('running', { paid: 'active' });
    },
    'a signal to a run that nobody has is null, and to one that has ended refused': async (scene) => {
      const command = { kind: 'signal', name: 'paid', key: 'k', data: null } as const;
      assert.equal(await scene.workflows.change({ id: 'nobody', tenant: null, command }), null);
      const run = await startRun(scene, [step('a')]);
      await run.succeed('a');
      await run.unchangedBy(() =>
        assertRejectsWith(run.signal('paid', 'k'), 'WORKFLOW_NOT_RUNNING', {
          runId: run.id,
          status: 'completed',
        }),
      );
    },
    'a timer ends a step that waits too long, and a signal ends the timer': async (scene) => {
      const steps = [signalStep('paid', { waitMs: HOUR, onTimeout: 'skip' }), step('b', { after: ['paid'] })];
      const [late, intime] = [await startRun(scene, steps), await startRun(scene, steps)];
      await intime.signal('paid', 'k');
      await intime.opens('b');
      await scene.advance(2 * HOUR);
      await late.settle('paid', outcomes.succeeded());
      await late.shows('running', { paid: 'skipped', b: 'active' });
      assert.equal((await late.state('paid')).verdict, 'timed_out');
    },
    'a sleep ends when its time has come': async (scene) => {
      const run = await startRun(scene, [
        step('nap', { kind: 'sleep', sleepMs: HOUR }),
        step('b', { after: ['nap'] }),
      ]);
      const { createdAt } = await run.stored();
      assertInstant((await run.pending('nap')).availableAt, new Date(createdAt.getTime() + HOUR));
      assert.deepEqual(await scene.claim({ limit: 10 }), []);
      await scene.advance(2 * HOUR);
      await run.succeed('nap');
      await run.opens('b');
    },
    'a sleep whose function says until when is snoozed until then': async (scene) => {
      const run = await startRun(scene, [step('nap', { kind: 'sleep' }), step('b', { after: ['nap'] })]);
      await run.settle('nap', outcomes.snoozed(HOUR));
      await run.shows('running', { nap: 'active' });
      await scene.advance(2 * HOUR);
      await run.succeed('nap');
      await run.opens('b');
    },
  },
};

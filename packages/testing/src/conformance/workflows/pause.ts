import assert from 'node:assert/strict';
import { assertIds, assertRejectsWith } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';
import { approval, step } from './graph-builders.js';
import { startRun } from './run-verbs.js';

const CHAIN = [step('a'), step('b', { after: ['a'] })];
const resume = (context = {}) => ({ kind: 'resume', context }) as const;

export const pauseRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows.change: pause and resume',
  needs: 'workflows',
  cases: {
    'what waits does not start while a run is paused, and does afterwards': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const paused = await run.command({ kind: 'pause' });
      assert.deepEqual(paused, await run.shows('paused', { a: 'active' }));
      await scene.advance(HOUR);
      assertIds(await scene.claim({ limit: 10 }), []);
      await run.command(resume());
      await run.shows('running');
      await run.succeed('a');
      await run.opens('b');
    },
    'what runs ends and is kept, and nothing follows until it is resumed': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const claimed = await run.claim('a');
      await run.command({ kind: 'pause' });
      assert.equal((await scene.execution(claimed)).cancelRequest, null);
      await scene.settle(claimed, outcomes.succeeded());
      await run.shows('paused', { a: 'succeeded', b: 'waiting' });
      await run.opens();
      await run.command(resume());
      await run.opens('b');
      await run.succeed('b');
      await run.shows('completed');
    },
    'a failure counts when it is resumed': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const claimed = await run.claim('a');
      await run.command({ kind: 'pause' });
      await scene.settle(claimed, outcomes.failed());
      await run.shows('paused', { a: 'failed' });
      await run.command(resume());
      await run.shows('failed');
    },
    'adds the context of the resumption to the input': async (scene) => {
      const run = await startRun(scene, CHAIN, { input: { order: 7, by: 'ada' } });
      await run.command({ kind: 'pause' });
      const resumed = await run.command(resume({ by: 'bob', note: [1] }));
      assert.deepEqual(resumed.input, { order: 7, by: 'bob', note: [1] });
      assert.deepEqual((await run.stored()).input, resumed.input);
    },
    'a decision is taken while it is paused, and counts afterwards': async (scene) => {
      const run = await startRun(scene, [approval('yes'), step('b', { after: ['yes'] })]);
      await run.command({ kind: 'pause' });
      await run.decide('yes', true);
      await run.shows('paused', { yes: 'succeeded', b: 'waiting' });
      await run.command(resume());
      await run.opens('b');
    },
    'timers go on': async (scene) => {
      const run = await startRun(scene, [
        step('nap', { kind: 'sleep', sleepMs: HOUR }),
        approval('soon', { waitMs: HOUR, onTimeout: 'skip' }),
      ]);
      await run.command({ kind: 'pause' });
      await scene.advance(2 * HOUR);
      await run.succeed('nap', 'soon');
      await run.shows('paused', { nap: 'succeeded', soon: 'skipped' });
      await run.command(resume());
      await run.shows('completed');
    },
    'a map goes on with its list, and its items start afterwards': async (scene) => {
      const run = await startRun(scene, [step('all', { kind: 'map' })]);
      const map = await run.claim('all');
      await scene.workflows.addChildren({ execution: map, from: 0, payloads: ['x'] });
      await run.command({ kind: 'pause' });
      assert.equal(await scene.workflows.addChildren({ execution: map, from: 1, payloads: ['y'] }), true);
      await scene.settle(map, outcomes.succeeded({ total: 2 }));
      assertIds(await scene.claim({ limit: 10 }), []);
      await run.command(resume());
      for (const index of [0, 1]) await run.settle('all', outcomes.succeeded(), { index });
      await run.shows('completed');
    },
    'a run can be cancelled while it is paused': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.command({ kind: 'pause' });
      await run.cancel(false);
      await run.shows('cancelled');
      await run.opens();
    },
    'are refused where they make no sense': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.unchangedBy(() => assertRejectsWith(run.command(resume()), 'ILLEGAL_TRANSITION'));
      await run.command({ kind: 'pause' });
      await run.unchangedBy(() => assertRejectsWith(run.command({ kind: 'pause' }), 'ILLEGAL_TRANSITION'));
      await run.cancel(false);
      for (const command of [{ kind: 'pause' }, resume()] as const)
        await run.unchangedBy(() => assertRejectsWith(run.command(command), 'ILLEGAL_TRANSITION'));
    },
  },
};

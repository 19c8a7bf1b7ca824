import { type SchedulerStore, silentLogger } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import { outcomes } from '@scheduler/testing';
import type { Redis } from 'ioredis';
import { buildRedisStore } from '../build-redis-store.js';
import { connectForSteps, connectForWaiting } from '../connection/connect.js';
import { Scripts } from '../connection/script.js';
import { onRedis } from '../test-support/on-redis.js';
import { runOf, step, WorkflowScene } from '../test-support/workflow-runs.js';
import { RUN_WRITES } from './read-runs.js';

const CHAIN = [step('a'), step('b', { after: ['a'] })];

onRedis((redis) => {
  let commands: Redis;
  let store: SchedulerStore;
  let scene: WorkflowScene;
  let reported: string[];

  beforeEach(async () => {
    commands = connectForSteps({ url: redis.url });
    store = buildRedisStore({
      commands,
      waiting: connectForWaiting({ url: redis.url }),
      scripts: new Scripts(commands),
      keyPrefix: redis.newPrefix(),
      clock: new SystemClock(),
      logger: silentLogger,
    });
    await store.open();
    scene = new WorkflowScene(store);
    // Now Redis has cached the scripts, so that the next call is the one that writes.
    await scene.workflows.start(runOf([step('other')], { tenant: 'other' }));
    await scene.settle(await scene.claim(), outcomes.succeeded());
    reported = [];
    scene.workflows.onAdvanced(({ executions }) => {
      reported.push(...executions.map(({ workflow }) => workflow?.step ?? ''));
    });
  });
  afterEach(() => store.close());

  /** Loses the reply of the next script that writes, which runs or does not. */
  function loseNextAnswer({ isRun }: { readonly isRun: boolean }): void {
    const call = commands.call.bind(commands) as (...args: unknown[]) => Promise<unknown>;
    const spy = jest.spyOn(commands, 'call').mockImplementation(async (...args: unknown[]) => {
      const [, [hash]] = args as [string, readonly unknown[]];
      if (hash === RUN_WRITES.hash) return call(...args);
      spy.mockRestore();
      if (isRun) await call(...args);
      throw new Error('Connection is closed.');
    });
  }

  it('settles a step once, and reports its successor, if the reply was lost', async () => {
    const { run } = await scene.workflows.start(runOf(CHAIN));
    const claimed = await scene.claim();
    loseNextAnswer({ isRun: true });
    const [settled] = await scene.settle(claimed, outcomes.succeeded());
    expect(settled?.status).toBe('success');
    expect(reported).toEqual(['a', 'b']);
    expect((await scene.claim()).map(({ workflow }) => workflow?.step)).toEqual(['b']);
    expect((await scene.run(run.id)).steps['a']?.status).toBe('succeeded');
  });

  it('rejects if the script did not run, and settles the step when it is asked again', async () => {
    await scene.workflows.start(runOf(CHAIN));
    const claimed = await scene.claim();
    loseNextAnswer({ isRun: false });
    await expect(scene.settle(claimed, outcomes.succeeded())).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect(reported).toEqual(['a']);
    await scene.settle(claimed, outcomes.succeeded());
    expect(reported).toEqual(['a', 'b']);
  });

  it('starts a run once if the reply was lost', async () => {
    const request = runOf(CHAIN);
    loseNextAnswer({ isRun: true });
    expect((await scene.workflows.start(request)).isNew).toBe(true);
    expect((await scene.workflows.start(request)).isNew).toBe(false);
    expect(reported).toEqual(['a']);
  });

  it('carries out a command once if the reply was lost', async () => {
    const { run } = await scene.workflows.start(runOf(CHAIN));
    loseNextAnswer({ isRun: true });
    const paused = await scene.workflows.change({ id: run.id, tenant: null, command: { kind: 'pause' } });
    expect([paused?.status, paused?.revision]).toEqual(['paused', run.revision + 1]);
  });

  it('is not disturbed by a listener that throws', async () => {
    scene.workflows.onAdvanced(() => {
      throw new Error('a bad listener');
    });
    scene.workflows.onAdvanced(() => reported.push('later'));
    await scene.workflows.start(runOf(CHAIN));
    const [settled] = await scene.settle(await scene.claim(), outcomes.succeeded());
    expect(settled?.status).toBe('success');
    expect(reported).toEqual(['a', 'later', 'b', 'later']);
  });
});

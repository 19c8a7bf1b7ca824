import assert from 'node:assert/strict';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import type { StoreScene } from '../kit/store-scene.js';
import { DIAMOND, step } from './graph-builders.js';
import { startRun } from './run-verbs.js';

const CHAIN = [step('a'), step('b', { after: ['a'] }), step('c', { after: ['b'] })];
const WIDTH = 25;
const branches = Array.from({ length: WIDTH }, (_, index) => `b${index}`);
const FAN = [
  step('first'),
  ...branches.map((name) => step(name, { after: ['first'] })),
  step('last', { after: branches }),
];

export const orderOfSteps: ConformanceGroup<StoreScene> = {
  title: 'workflows: the order of steps',
  needs: 'workflows',
  cases: {
    'a step starts in the same step of the store in which the one before it ends': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.opens('a');
      await run.succeed('a');
      await run.opens('b');
      await run.shows('running', { a: 'succeeded', b: 'active', c: 'waiting' });
      await run.succeed('b');
      await run.opens('c');
      await run.succeed('c');
      await run.opens();
      await run.shows('completed', { a: 'succeeded', b: 'succeeded', c: 'succeeded' });
      const outputs = (await run.executions()).map(({ workflow, output }) => [workflow?.step, output]);
      assert.deepEqual(
        outputs.sort(),
        ['a', 'b', 'c'].map((name) => [name, { from: name }]),
      );
    },
    'steps that come after the same one start together': async (scene) => {
      const run = await startRun(scene, FAN);
      await run.succeed('first');
      await run.opens(...branches);
    },
    'a step waits for all that it comes after': async (scene) => {
      const run = await startRun(scene, FAN);
      await run.succeed('first', ...branches.slice(1));
      await run.shows('running', { b0: 'active', last: 'waiting' });
      await run.succeed('b0');
      await run.opens('last');
      await run.succeed('last');
      await run.shows('completed');
    },
    'a diamond joins its branches once': async (scene) => {
      const run = await startRun(scene, DIAMOND);
      await run.succeed('first', 'right');
      await run.opens('left');
      await run.succeed('left');
      await run.opens('last');
      await run.succeed('last');
      await run.shows('completed');
      assert.equal((await run.executions()).length, 4);
    },
    'several ends in one batch advance a run together': async (scene) => {
      const run = await startRun(scene, FAN);
      await run.succeed('first');
      const claimed = [];
      for (const name of branches) claimed.push(await run.claim(name));
      const settlements = claimed.map((execution) => ({ execution, outcome: outcomes.succeeded() }));
      const results = await scene.executions.settle({ settlements });
      assert.deepEqual(
        results.map((settled) => settled?.status),
        branches.map(() => 'success'),
      );
      await run.opens('last');
      assert.equal((await run.executions()).length, WIDTH + 2);
    },
    'a join starts once and none is lost, when all before it end at the same time': async (scene) => {
      const run = await startRun(scene, FAN);
      await run.succeed('first');
      const claimed = [];
      for (const name of branches) claimed.push(await run.claim(name));
      await Promise.all(claimed.map((execution) => scene.settle(execution, outcomes.succeeded())));
      await run.opens('last');
      assert.equal((await run.executions()).length, WIDTH + 2);
    },
    'a batch advances each of its runs': async (scene) => {
      const runs = [await startRun(scene, CHAIN), await startRun(scene, CHAIN, { tenant: 'acme' })];
      const plain = await scene.addExecution();
      const settlements = [];
      for (const execution of [...(await scene.claim({ limit: 10 }))])
        settlements.push({ execution, outcome: outcomes.succeeded() });
      assert.ok(settlements.some(({ execution }) => execution.id === plain.id));
      await scene.executions.settle({ settlements });
      for (const run of runs) await run.opens('b');
    },
    'runs of every tenant are found by their ids, in their order': async (scene) => {
      const runs = [await startRun(scene, CHAIN), await startRun(scene, CHAIN, { tenant: 'acme' })];
      await runs[1]?.succeed('a');
      const ids = ['nobody', ...runs.map(({ id }) => id).reverse()];
      const found = await scene.workflows.runs({ ids });
      const stored = await Promise.all(ids.map((id) => scene.workflows.get({ id, tenant: null })));
      assert.deepEqual(
        found,
        stored.filter((run) => run !== null),
      );
      assert.deepEqual(
        found.map(({ id }) => id),
        ids.slice(1),
      );
      assert.deepEqual(await scene.workflows.runs({ ids: [] }), []);
    },
    'executions of a run are found by their ids, as they are stored': async (scene) => {
      const run = await startRun(scene, CHAIN);
      await run.succeed('a');
      const stored = await run.executions();
      const ids = [...stored.map(({ id }) => id), 'nobody'];
      const found = await scene.workflows.executions({ ids });
      const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
      assert.deepEqual([...found].sort(byId), [...stored].sort(byId));
      assert.deepEqual(await scene.workflows.executions({ ids: [] }), []);
    },
  },
};

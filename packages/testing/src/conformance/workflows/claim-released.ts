import assert from 'node:assert/strict';
import { type Execution, type Priority, stepType } from '@scheduler/contracts';
import type { ClaimReleased } from '@scheduler/contracts/adapter';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { LEASE_MS, type StoreScene } from '../kit/store-scene.js';
import { step } from './graph-builders.js';
import { type RunVerbs, startRun } from './run-verbs.js';

const NODE = 'node-b';

/** Settles an execution well, and claims what that releases. */
async function settleAndClaim(
  { executions }: StoreScene,
  execution: Execution,
  change: Partial<ClaimReleased> = {},
) {
  const taken: Execution[] = [];
  const [result] = await executions.settle({
    settlements: [{ execution, outcome: outcomes.succeeded() }],
    released: {
      owner: NODE,
      leaseMs: LEASE_MS,
      lanes: [{ queue: 'default', limit: 10 }],
      take: (claimed) => void taken.push(...claimed),
      ...change,
    },
  });
  return { result, taken };
}

/** The same for a step that waits. Returns what was claimed. */
async function goOn(
  run: RunVerbs,
  name: string,
  change?: Partial<ClaimReleased>,
): Promise<readonly Execution[]> {
  return (await settleAndClaim(run.scene, await run.claim(name), change)).taken;
}

/** Each step that was released either waits and belongs to nobody, or runs under the lease of the node that was told of it. */
async function assertHeldOrWaiting(run: RunVerbs, taken: readonly Execution[]): Promise<void> {
  const told = new Map(taken.map((execution) => [execution.id, execution]));
  for (const stored of await run.executions()) {
    const claimed = told.get(stored.id);
    if (stored.status === 'success') continue;
    if (claimed === undefined) {
      assert.deepEqual([stored.status, stored.fence, stored.owner], ['pending', 0, null]);
      continue;
    }
    for (const { status, fence, owner, attemptsUsed, startConfirmed } of [stored, claimed])
      assert.deepEqual([status, fence, owner, attemptsUsed, startConfirmed], ['running', 1, NODE, 1, false]);
    assert.deepEqual(claimed.workflow, stored.workflow);
  }
}

const fanOut = (scene: StoreScene) =>
  startRun(scene, [step('a'), ...['b', 'c', 'd'].map((name) => step(name, { after: ['a'] }))]);

export const claimReleased: ConformanceGroup<StoreScene> = {
  title: 'executions.settle with a claim of what it releases',
  needs: 'workflows',
  cases: {
    'gives a lease on what it releases, or leaves it waiting': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b', { after: ['a'] })]);
      const taken = await goOn(run, 'a');
      await assertHeldOrWaiting(run, taken);
      assert.equal((await scene.claim({ limit: 10 })).length, 1 - taken.length);
      for (const claimed of taken) await scene.settle(claimed, outcomes.succeeded());
      if (taken.length > 0) assert.equal((await run.stored()).status, 'completed');
    },
    'takes no more of a queue than is wanted': async (scene) => {
      const run = await fanOut(scene);
      const taken = await goOn(run, 'a', { lanes: [{ queue: 'default', limit: 2 }] });
      assert.ok(taken.length <= 2);
      await assertHeldOrWaiting(run, taken);
    },
    'takes nothing of a queue that is not wanted, or is paused': async (scene) => {
      const other = await startRun(scene, [step('a'), step('b', { after: ['a'], queue: 'mails' })]);
      assert.deepEqual(await goOn(other, 'a'), []);
      const paused = await fanOut(scene);
      const first = await paused.claim('a');
      await scene.queues.change({ queue: 'default', paused: true });
      assert.deepEqual((await settleAndClaim(scene, first)).taken, []);
      await assertHeldOrWaiting(paused, []);
    },
    'takes nothing while something more urgent waits': async (scene) => {
      const run = await fanOut(scene);
      await scene.addExecution({ priority: 1 as Priority });
      assert.deepEqual(await goOn(run, 'a'), []);
      await assertHeldOrWaiting(run, []);
    },
    'takes nothing beyond the limit of a queue over all nodes': async (scene) => {
      await scene.queues.change({ queue: 'default', globalLimit: 2 });
      const run = await fanOut(scene);
      const taken = await goOn(run, 'a');
      assert.ok(taken.length <= 2);
      await assertHeldOrWaiting(run, taken);
    },
    'takes nothing that has a concurrency key, is of an excepted type, or is for later': async (scene) => {
      const run = await startRun(scene, [
        step('a'),
        step('keyed', { after: ['a'], concurrencyKey: 'k', concurrencyLimit: 1 }),
        step('foreign', { after: ['a'] }),
        step('later', { after: ['a'], kind: 'sleep', sleepMs: 60_000 }),
      ]);
      const foreign = stepType((await run.stored()).name, 'foreign', 'run');
      assert.deepEqual(await goOn(run, 'a', { exceptTypes: [foreign] }), []);
      await assertHeldOrWaiting(run, []);
    },
    'gives what it has claimed to a rescue, as a claim does': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b', { after: ['a'] })]);
      const taken = await goOn(run, 'a');
      const rescued = await scene.loseAndRescue();
      assert.deepEqual(
        rescued.map(({ id, status, attemptsUsed, unstartedRescues }) => [
          id,
          status,
          attemptsUsed,
          unstartedRescues,
        ]),
        taken.map(({ id }) => [id, 'pending', 0, 1]),
      );
    },
    'claims nothing for a settlement that was refused': async (scene) => {
      const run = await startRun(scene, [step('a'), step('b', { after: ['a'] })]);
      const lost = await run.claim('a');
      await scene.loseAndRescue();
      assert.deepEqual(await settleAndClaim(scene, lost), { result: null, taken: [] });
      assert.deepEqual(await run.open(), ['a']);
    },
  },
};

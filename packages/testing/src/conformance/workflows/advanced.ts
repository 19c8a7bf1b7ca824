import assert from 'node:assert/strict';
import { type AdvancedRuns, NEVER } from '@scheduler/contracts/adapter';
import { assertRejectsWith, eventually } from '../kit/assertions.js';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { spoil } from '../kit/spoil.js';
import { LEASE_MS, type StoreScene } from '../kit/store-scene.js';
import { graphOf, signalStep, step, STEP_POLICY } from './graph-builders.js';
import { RunVerbs, startChild, startRequest, startRun } from './run-verbs.js';

const CHAIN = [step('a'), step('b', { after: ['a'] })];

/** What a listener was told while something was done, at least one thing. */
async function heard(
  { workflows }: StoreScene,
  work: () => Promise<unknown>,
): Promise<readonly AdvancedRuns[]> {
  const seen: AdvancedRuns[] = [];
  const stop = workflows.onAdvanced((advanced) => void seen.push(advanced));
  await work();
  await eventually('the call of the listener', () => seen.length > 0);
  stop();
  return seen;
}

const idsOf = (seen: readonly AdvancedRuns[]) =>
  seen.flatMap(({ executions }) => executions.map(({ id }) => id)).sort();

const told = (seen: readonly AdvancedRuns[]) =>
  seen
    .flatMap(({ changes }) => changes)
    .map((change) => {
      const to = change.kind === 'run' ? change.run.status : change.run.steps[change.step]?.status;
      return `${change.kind === 'run' ? change.run.name : change.step} ${change.from}>${to}`;
    });

export const onAdvanced: ConformanceGroup<StoreScene> = {
  title: 'workflows.onAdvanced',
  needs: 'workflows',
  cases: {
    'tells of a run that starts, and of its executions': async (scene) => {
      const request = startRequest(graphOf(CHAIN));
      const seen = await heard(scene, () => scene.workflows.start(request));
      const run = new RunVerbs(scene, (await scene.workflows.start(request)).run);
      assert.deepEqual(
        seen.flatMap(({ runs }) => runs),
        [await run.stored()],
      );
      assert.deepEqual([...(seen[0]?.created ?? [])], [run.id]);
      assert.deepEqual(idsOf(seen), [(await run.pending('a')).id]);
      assert.deepEqual(told(seen), ['orders null>running', 'a waiting>active']);
    },
    'tells of what a settlement changes': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const claimed = await run.claim('a');
      const seen = await heard(scene, () => scene.settle(claimed, outcomes.succeeded()));
      assert.deepEqual(
        seen.flatMap(({ runs }) => runs),
        [await run.stored()],
      );
      assert.equal(seen[0]?.created.size, 0);
      assert.deepEqual(idsOf(seen), [(await run.pending('b')).id]);
      assert.deepEqual(told(seen), ['a active>succeeded', 'b waiting>active']);
    },
    'tells of what rescues, commands and cancelled executions change': async (scene) => {
      const lost = await startRun(scene, [step('a', { policy: { ...STEP_POLICY, maxRetries: 0 } })]);
      await scene.start(await lost.claim('a'));
      await scene.advance(2 * LEASE_MS);
      assert.deepEqual(told(await heard(scene, () => scene.rescue())), [
        'a active>failed',
        'orders running>failed',
      ]);
      const signalled = await startRun(scene, [signalStep('a')]);
      assert.deepEqual(told(await heard(scene, () => signalled.signal('a', 'k'))), [
        'a active>succeeded',
        'orders running>completed',
      ]);
      const cancelled = await startRun(scene, [step('a')]);
      const { id } = await cancelled.pending('a');
      const request = { id, tenant: null, reason: 'enough' };
      assert.deepEqual(told(await heard(scene, () => scene.executions.requestCancel(request))), [
        'a active>failed',
        'orders running>failed',
      ]);
    },
    'tells of all runs of a tree that change together': async (scene) => {
      const parent = await startRun(scene, [step('ship', { kind: 'workflow', child: 'shipping' })]);
      const child = await startChild(parent, 'ship', [step('pack')]);
      const claimed = await child.claim('pack');
      const seen = await heard(scene, () => scene.settle(claimed, outcomes.succeeded()));
      assert.deepEqual(told(seen), [
        'pack active>succeeded',
        'shipping running>completed',
        'ship active>succeeded',
        'orders running>completed',
      ]);
    },
    'tells of executions that a pause holds and a resumed run releases, and of their queues': async (
      scene,
    ) => {
      const run = await startRun(scene, [step('a', { queue: 'slow' }), step('all', { kind: 'map' })]);
      const map = await run.claim('all');
      await scene.workflows.addChildren({ execution: map, from: 0, payloads: [1, 2] });
      const heldOf = async (work: () => Promise<unknown>) =>
        (await heard(scene, work)).flatMap(({ postponed }) => postponed);
      const [held] = await heldOf(() => run.command({ kind: 'pause' }));
      const [released] = await heldOf(() => run.command({ kind: 'resume', context: {} }));
      const ids = [...(released?.executionIds ?? [])].sort();
      const waiting = [
        await run.pending('a'),
        await run.pending('all', { index: 0 }),
        await run.pending('all', { index: 1 }),
      ];
      assert.deepEqual(ids, [map, ...waiting].map(({ id }) => id).sort());
      assert.deepEqual([...(held?.executionIds ?? [])].sort(), ids);
      assert.deepEqual([...(released?.queues ?? [])].sort(), ['default', 'slow']);
      assert.equal(held?.availableAt.getTime(), NEVER.getTime());
      assert.deepEqual(
        waiting.map(({ availableAt }) => availableAt.getTime()),
        waiting.map(() => released?.availableAt.getTime()),
      );
    },
    'tells of running executions that are asked to stop, and not of those that end or may go on': async (
      scene,
    ) => {
      const askedBy = async (work: () => Promise<unknown>) =>
        (await heard(scene, work)).flatMap(({ asked }) =>
          asked.map(({ executionId, reason }) => ({ executionId, reason })),
        );
      const race = await startRun(scene, [
        step('north'),
        step('south'),
        step('west'),
        step('ship', { afterAny: ['north', 'south', 'west'], losers: 'cancel' }),
      ]);
      const [winner, loser] = [await race.claim('north'), await race.claim('south')];
      assert.deepEqual(await askedBy(() => scene.settle(winner, outcomes.succeeded())), [
        { executionId: loser.id, reason: (await scene.execution(loser)).cancelRequest },
      ]);
      const parent = await startRun(scene, [
        step('pay'),
        step('ship', { kind: 'workflow', child: 'shipping' }),
      ]);
      const child = await startChild(parent, 'ship', [step('pack')]);
      const running = [await parent.claim('pay'), await child.claim('pack')];
      const asked = await askedBy(() => parent.cancel(false));
      const ids = new Set(asked.map(({ executionId }) => executionId));
      for (const { id } of running) assert.ok(ids.has(id), 'a running execution is not named');
      const failing = await startRun(scene, [step('a'), step('b')]);
      const [failed] = [await failing.claim('a'), await failing.claim('b')];
      assert.deepEqual(await askedBy(() => scene.settle(failed, outcomes.failed())), []);
    },
    'is silent about what is refused, and after it was stopped': async (scene) => {
      const run = await startRun(scene, CHAIN);
      const seen: AdvancedRuns[] = [];
      const stop = scene.workflows.onAdvanced((advanced) => void seen.push(advanced));
      await assertRejectsWith(run.decide('a', true), 'WORKFLOW_STEP_NOT_WAITING');
      const claimed = await run.claim('a');
      await scene.trySettle({ ...claimed, fence: claimed.fence + 1 }, outcomes.succeeded());
      await scene.addExecution();
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      assert.deepEqual(seen, []);
      stop();
      await scene.settle(claimed, outcomes.succeeded());
      assert.deepEqual(seen, []);
    },
    'tells of a start in a transaction of the caller after its commit, and never without one': async (
      scene,
    ) => {
      if (!scene.store.capabilities.transactions) return;
      const seen: AdvancedRuns[] = [];
      const stop = scene.workflows.onAdvanced((advanced) => void seen.push(advanced));
      const undone = new Error('roll back');
      const rolledBack = scene.inTransaction(async (transaction) => {
        await scene.workflows.start(startRequest(graphOf(CHAIN), { transaction }));
        throw undone;
      });
      await assert.rejects(rolledBack, (error) => error === undone);
      const request = startRequest(graphOf(CHAIN));
      await scene.inTransaction(async (transaction) => {
        await scene.workflows.start({ ...request, transaction });
        assert.deepEqual(seen, [], 'nothing is committed yet');
      });
      await eventually('the call of the listener', () => seen.length > 0);
      assert.deepEqual(
        seen.flatMap(({ runs }) => runs.map(({ id }) => id)),
        [request.id],
      );
      stop();
    },
  },
};

const rich = () => ({
  input: { list: [1, { deep: true }] },
  attributes: { customer: 'c1' },
  graph: graphOf([step('a', { hasRollback: true }), step('b', { after: ['a'] })]),
});

export const copiesOfRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows: what callers change changes nothing stored',
  needs: 'workflows',
  cases: {
    'given to start and to commands, and returned by every method': async (scene) => {
      const { workflows } = scene;
      const request = startRequest(graphOf([]), rich());
      const { graphHash, id } = request;
      const started = await workflows.start(request);
      const run = new RunVerbs(scene, started.run);
      const everything = async () =>
        JSON.stringify([await run.everything(), await workflows.graph(graphHash)]);
      const spoilsNothing = async (value: unknown) => {
        const before = await everything();
        spoil(value);
        assert.equal(await everything(), before);
      };
      await spoilsNothing(request.graph);
      await spoilsNothing(request.input);
      await spoilsNothing(started);
      await spoilsNothing(await workflows.get({ id, tenant: null }));
      await spoilsNothing(await workflows.runs({ ids: [id] }));
      await spoilsNothing(await workflows.graph(graphHash));
      await spoilsNothing(await workflows.list({ tenant: null, sortOrder: 'asc', limit: 9, offset: 0 }));
      await spoilsNothing(await workflows.executions({ ids: [(await run.pending('a')).id] }));
      await spoilsNothing(await workflows.count({ tenant: null }));
      const command = { kind: 'signal', name: 'x', key: 'k', data: { deep: [1] } } as const;
      await spoilsNothing(await workflows.change({ id, tenant: null, command }));
      await spoilsNothing(command);
      await run.succeed('a');
      await spoilsNothing(await workflows.runs({ ids: [id] }));
      await spoilsNothing(await workflows.get({ id, tenant: null }));
      await run.succeed('b');
      await run.shows('completed');
    },
    'given to addChildren': async (scene) => {
      const run = await startRun(scene, [step('all', { kind: 'map' })]);
      const payloads = [{ deep: [1] }];
      await scene.workflows.addChildren({ execution: await run.claim('all'), from: 0, payloads });
      await run.unchangedBy(async () => spoil(payloads));
      assert.deepEqual((await run.pending('all', { index: 0 })).payload, { deep: [1] });
    },
  },
};

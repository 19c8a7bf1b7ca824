import assert from 'node:assert/strict';
import { DEADLINE_STEP, stepType } from '@scheduler/contracts';
import { assertInstant, assertRejectsWith } from '../kit/assertions.js';
import { nextId, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';
import { graphOf, step, STEP_POLICY } from './graph-builders.js';
import { RunVerbs, startAsChild, startRequest, startRun } from './run-verbs.js';

const ONE_STEP = graphOf([step('pay')]);
const WITH_CHILD = [step('ship', { kind: 'workflow', child: 'shipping' })];

/** Nothing is stored of a run, neither itself nor executions. */
async function assertNotStored(scene: StoreScene, id: string): Promise<void> {
  assert.equal(await scene.workflows.get({ id, tenant: null }), null);
  const { items } = await scene.listExecutions();
  assert.deepEqual(
    items.filter(({ workflow }) => workflow?.run === id),
    [],
  );
}

export const startRuns: ConformanceGroup<StoreScene> = {
  title: 'workflows.start',
  needs: 'workflows',
  cases: {
    'stores a run as it is given, and returns it': async (scene) => {
      const request = startRequest(ONE_STEP, {
        tenant: 'acme',
        input: { order: 7, list: [1, null, { deep: 'ünïcode' }] },
        attributes: { customer: 'c1', region: 'eu' },
      });
      const before = await scene.now();
      const { run, isNew } = await scene.workflows.start(request);
      assert.equal(isNew, true);
      assert.deepEqual(await scene.workflows.get({ id: request.id, tenant: null }), run);
      const { createdAt, steps, revision, ...fields } = run;
      assert.deepEqual(fields, {
        id: request.id,
        name: 'orders',
        graphHash: request.graphHash,
        tenant: 'acme',
        status: 'running',
        input: request.input,
        attributes: request.attributes,
        rootId: request.id,
        parent: null,
        deadlineAt: null,
        endedAt: null,
        signals: [],
        stop: null,
        round: 0,
        trace: null,
      });
      assert.ok(createdAt >= before && createdAt <= (await scene.now()), 'it has the time of the store');
      assert.ok(revision > 0);
      assert.equal(steps['pay']?.status, 'active');
    },
    'adds the executions of the first steps, with everything that they need to run': async (scene) => {
      const policy = { ...STEP_POLICY, timeoutMs: 7_000, maxRetries: 1, circuit: 'bank' };
      const pay = step('pay', {
        queue: 'money',
        priority: 2,
        policy,
        concurrencyKey: 'bank',
        concurrencyLimit: 4,
      });
      const run = await startRun(scene, [pay, step('mail', { after: ['pay'] })], { tenant: 'acme' });
      const [execution, ...others] = await run.executions();
      assert.deepEqual(others, []);
      assert.ok(execution !== undefined);
      assert.equal(execution.id, (await run.state('pay')).executionId);
      assert.equal(execution.type, stepType('orders', 'pay'));
      assert.deepEqual(execution.workflow, {
        run: run.id,
        root: run.id,
        step: 'pay',
        index: null,
        phase: 'run',
        round: 0,
      });
      const { tenant, queue, priority, concurrencyKey, concurrencyLimit, status, jobId } = execution;
      assert.deepEqual(
        { tenant, queue, priority, concurrencyKey, concurrencyLimit, status, jobId },
        {
          tenant: 'acme',
          queue: 'money',
          priority: 2,
          concurrencyKey: 'bank',
          concurrencyLimit: 4,
          status: 'pending',
          jobId: null,
        },
      );
      assert.deepEqual(execution.policy, policy);
      const claimed = await scene.claimOne({ queue: 'money' });
      assert.deepEqual(claimed.workflow, execution.workflow);
    },
    'returns the run that has the id already, and writes nothing': async (scene) => {
      const request = startRequest(ONE_STEP, { input: { a: 1, b: [1, { c: null }] } });
      const run = new RunVerbs(scene, (await scene.workflows.start(request)).run);
      await run.succeed('pay');
      await run.unchangedBy(async () => {
        const again = await scene.workflows.start({ ...request, input: { b: [1, { c: null }], a: 1 } });
        assert.equal(again.isNew, false);
        assert.deepEqual(again.run, await run.stored());
      });
    },
    'starts a run once, however many start it at the same time': async (scene) => {
      const request = startRequest(ONE_STEP);
      const started = await Promise.all(Array.from({ length: 5 }, () => scene.workflows.start(request)));
      assert.equal(started.filter(({ isNew }) => isNew).length, 1);
      assert.equal((await scene.listExecutions()).items.length, 1);
    },
    'refuses an id that has another input': async (scene) => {
      const request = startRequest(ONE_STEP);
      const run = new RunVerbs(scene, (await scene.workflows.start(request)).run);
      await run.unchangedBy(() =>
        assertRejectsWith(
          scene.workflows.start({ ...request, input: { order: 8 } }),
          'WORKFLOW_ALREADY_EXISTS',
          { runId: run.id, difference: 'input' },
        ),
      );
    },
    'refuses an id that belongs to another workflow or tenant': async (scene) => {
      const request = startRequest(ONE_STEP);
      const run = new RunVerbs(scene, (await scene.workflows.start(request)).run);
      const others = [
        { ...request, graph: { ...ONE_STEP, name: 'refunds' } },
        { ...request, tenant: 'acme' },
      ];
      for (const other of others)
        await run.unchangedBy(() =>
          assertRejectsWith(scene.workflows.start(other), 'WORKFLOW_ALREADY_EXISTS', {
            difference: 'workflow',
          }),
        );
    },
    'starts the timer of the deadline with the run': async (scene) => {
      const run = await startRun(scene, [step('pay')], { deadlineMs: HOUR });
      const { deadlineAt, createdAt } = await run.stored();
      assertInstant(deadlineAt, new Date(createdAt.getTime() + HOUR));
      await run.opens(DEADLINE_STEP, 'pay');
      assertInstant((await run.pending(DEADLINE_STEP)).availableAt, deadlineAt ?? createdAt);
    },
    'starts a run of a step in the tree of its parent, once': async (scene) => {
      const parent = await startRun(scene, WITH_CHILD, { tenant: 'acme' });
      const claimed = await parent.claim('ship');
      const { run, isNew } = await startAsChild(scene, claimed, [step('pack')]);
      assert.equal(isNew, true);
      assert.equal((await startAsChild(scene, claimed, [step('pack')])).isNew, false);
      assert.equal(run.id, (await parent.state('ship')).child?.runId);
      assert.deepEqual(run.parent, { runId: parent.id, step: 'ship' });
      assert.equal(run.rootId, parent.id);
      const [execution] = await new RunVerbs(scene, run).executions();
      assert.equal(execution?.workflow?.root, parent.id);
    },
    'refuses a run of a step that does not wait for it any more, and stores nothing': async (scene) => {
      const parent = await startRun(scene, WITH_CHILD);
      const claimed = await parent.claim('ship');
      await parent.cancel(false);
      await parent.unchangedBy(() =>
        assertRejectsWith(startAsChild(scene, claimed, [step('pack')]), 'WORKFLOW_NOT_RUNNING', {
          runId: parent.id,
          status: 'stopping',
        }),
      );
      await scene.settle(claimed, outcomes.cancelled());
      await parent.shows('cancelled');
      await assertRejectsWith(startAsChild(scene, claimed, [step('pack')]), 'WORKFLOW_NOT_RUNNING', {
        status: 'cancelled',
      });
      await assertNotStored(scene, claimed.id);
    },
    'refuses a run of a parent that nobody has': async (scene) => {
      const request = startRequest(ONE_STEP, { parent: { run: 'nobody', root: 'nobody', step: 'ship' } });
      await assertRejectsWith(scene.workflows.start(request), 'WORKFLOW_NOT_RUNNING');
      await assertNotStored(scene, request.id);
    },
    'joins a transaction of the caller, or refuses it where the store has none': async (scene) => {
      const request = startRequest(ONE_STEP);
      const { workflows } = scene;
      if (!scene.store.capabilities.transactions) {
        await assertRejectsWith(workflows.start({ ...request, transaction: {} }), 'FEATURE_NOT_SUPPORTED');
        await assertNotStored(scene, request.id);
        return;
      }
      const undone = new Error('roll back');
      const rolledBack = scene.inTransaction(async (transaction) => {
        await workflows.start({ ...request, transaction });
        throw undone;
      });
      await assert.rejects(rolledBack, (error) => error === undone);
      await assertNotStored(scene, request.id);
      const { run } = await scene.inTransaction((transaction) =>
        workflows.start({ ...request, transaction }),
      );
      await new RunVerbs(scene, run).opens('pay');
    },
    'keeps each graph that a run is pinned to': async (scene) => {
      const old = startRequest(ONE_STEP, { id: nextId() });
      const changed = startRequest(graphOf([step('pay'), step('mail', { after: ['pay'] })]), {
        id: nextId(),
      });
      assert.equal(await scene.workflows.graph(old.graphHash), null);
      for (const request of [old, changed]) await scene.workflows.start(request);
      assert.deepEqual(await scene.workflows.graph(old.graphHash), old.graph);
      assert.deepEqual(await scene.workflows.graph(changed.graphHash), changed.graph);
      assert.equal(await scene.workflows.graph('nothing'), null);
      const run = new RunVerbs(scene, (await scene.workflows.start(changed)).run);
      await run.succeed('pay');
      await run.opens('mail');
    },
  },
};

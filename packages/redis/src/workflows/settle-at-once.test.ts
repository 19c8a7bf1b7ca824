import type { WorkflowGraphStep } from '@scheduler/contracts';
import { outcomes, type StoreHarness } from '@scheduler/testing';
import { connectForCommands } from '../connection/connect.js';
import { auditRuns } from '../test-support/audit-runs.js';
import { auditExecutions } from '../test-support/audit-store.js';
import { onRedis } from '../test-support/on-redis.js';
import { runOf, step, WorkflowScene } from '../test-support/workflow-runs.js';

const RUNS = 300;
const BRANCHES = ['a', 'b', 'c'];

onRedis((redis) => {
  let keyPrefix: string;
  let harnesses: readonly StoreHarness[];
  let one: WorkflowScene;
  let two: WorkflowScene;

  /** Two stores with connections of their own, as two processes have. */
  beforeEach(async () => {
    keyPrefix = redis.newPrefix();
    harnesses = [await redis.storeHarness(keyPrefix), await redis.storeHarness(keyPrefix)];
    for (const { store } of harnesses) await store.open();
    [one, two] = harnesses.map(({ store }) => new WorkflowScene(store)) as [WorkflowScene, WorkflowScene];
  });
  afterEach(async () => {
    for (const { store } of harnesses) await store.close();
    await harnesses[0]?.close?.();
  });

  async function expectConsistentIndexes(): Promise<void> {
    const reader = connectForCommands({ url: redis.url });
    await reader.connect();
    const audits = [await auditExecutions(reader, keyPrefix), await auditRuns(reader, keyPrefix)];
    reader.disconnect();
    for (const { expected, stored } of audits) expect(stored).toEqual(expected);
  }

  /** Starts runs, and claims the executions of all their first steps. */
  async function started(steps: readonly WorkflowGraphStep[], count = RUNS) {
    const requests = Array.from({ length: count }, () => runOf(steps));
    await Promise.all(requests.map((request) => one.workflows.start(request)));
    const claimed = await one.claim(count * steps.length);
    return { ids: requests.map(({ id }) => id), claimed };
  }

  it(`fires a join once when its predecessors end at once on two stores (${RUNS} times)`, async () => {
    const steps = [...BRANCHES.map((name) => step(name)), step('join', { after: BRANCHES })];
    const { ids, claimed } = await started(steps);
    const added: string[] = [];
    for (const { workflows } of [one, two])
      workflows.onAdvanced(({ executions }) => added.push(...executions.map(({ id }) => id)));
    expect(claimed).toHaveLength(RUNS * BRANCHES.length);
    const settling = claimed.map((execution, index) =>
      (index % 2 === 0 ? one : two).settle([execution], outcomes.succeeded()),
    );
    for (const [settled] of await Promise.all(settling)) expect(settled?.status).toBe('success');
    const joins = await one.claim(RUNS * 2);
    expect(joins.map(({ workflow }) => workflow?.step)).toEqual(Array(RUNS).fill('join'));
    expect(new Set(joins.map(({ workflow }) => workflow?.run))).toEqual(new Set(ids));
    // Each was reported by the one store that added it.
    expect([...added].sort()).toEqual(joins.map(({ id }) => id).sort());
    await two.settle(joins, outcomes.succeeded());
    expect(await one.workflows.count({ tenant: null })).toEqual([
      { name: 'orders', status: 'completed', count: RUNS },
    ]);
    await expectConsistentIndexes();
  }, 60_000);

  it('counts the arrivals of one large join from two stores, whatever batches they come in', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `s${index}`);
    const steps = [...names.map((name) => step(name)), step('join', { after: names })];
    const { claimed } = await started(steps, 1);
    const batches = Array.from({ length: 20 }, (_, at) => claimed.slice(at * 10, at * 10 + 10));
    await Promise.all(
      batches.map((batch, at) => (at % 2 === 0 ? one : two).settle(batch, outcomes.succeeded())),
    );
    expect((await two.claim()).map(({ workflow }) => workflow?.step)).toEqual(['join']);
    await expectConsistentIndexes();
  }, 30_000);

  it('settles each lease once when both stores settle all of them, and none of another run is held up', async () => {
    const { claimed } = await started([step('a'), step('b', { after: ['a'] })], 50);
    const results = await Promise.all([one, two].map((scene) => scene.settle(claimed, outcomes.succeeded())));
    for (const [index] of claimed.entries()) {
      const settled = results.map((result) => result[index] ?? null);
      expect(settled.filter((result) => result !== null)).toHaveLength(1);
    }
    expect(await one.claim()).toHaveLength(50);
    await expectConsistentIndexes();
  }, 30_000);

  it('lets a failure and a cancellation at once end a run once', async () => {
    const steps = [step('a', { hasRollback: true }), step('b'), step('c', { after: ['a', 'b'] })];
    const { ids, claimed } = await started(steps, 60);
    const rollback = true;
    await Promise.all([
      ...ids.map((id) =>
        two.workflows.change({ id, tenant: null, command: { kind: 'cancel', reason: 'late', rollback } }),
      ),
      ...claimed.map((execution) =>
        one.settle([execution], execution.workflow?.step === 'a' ? outcomes.succeeded() : outcomes.failed()),
      ),
    ]);
    const rollbacks = await one.claim();
    expect(rollbacks.map(({ workflow }) => workflow?.phase)).toEqual(Array(60).fill('undo'));
    await two.settle(rollbacks, outcomes.succeeded());
    expect(await one.workflows.count({ tenant: null })).toEqual([
      { name: 'orders', status: 'compensated', count: 60 },
    ]);
    await expectConsistentIndexes();
  }, 30_000);

  it('starts a run once when both stores start it at once', async () => {
    const request = runOf([step('a')]);
    const starts = await Promise.all([one, two, one, two].map(({ workflows }) => workflows.start(request)));
    expect(starts.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await one.claim()).toHaveLength(1);
  });
});

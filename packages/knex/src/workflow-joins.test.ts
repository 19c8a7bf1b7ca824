import type { AdvancedRuns } from '@scheduler/contracts/adapter';
import type { KnexStore } from './knex-store.js';
import { onEach, SERVERS } from './test-support/on-database.js';
import { claimAll, JOIN, startMany, startOf, succeed } from './test-support/workflow-runs.js';

const JOINS = process.env['SCHEDULER_TEST_BUDGET'] === 'full' ? 10_000 : 300;
const AT_ONCE = 100;

onEach(SERVERS, (database) => {
  let one: KnexStore;
  let two: KnexStore;
  let advanced: AdvancedRuns[];

  beforeEach(async () => {
    await database.empty();
    [one, two] = [database.store({ connection: database.url }), database.store({ connection: database.url })];
    advanced = [];
    for (const store of [one, two]) {
      await store.open();
      store.workflows.onAdvanced((change) => advanced.push(change));
    }
  });
  afterEach(() => Promise.all([one.close(), two.close()]));

  /** Each run has started its last step, once, after exactly one change for each of the two before it. */
  async function expectJoined(ids: readonly string[]): Promise<void> {
    const rows = await database.table('workflow_runs').whereIn('id', ids).select('revision', 'state');
    expect(rows).toHaveLength(ids.length);
    for (const { revision, state } of rows) {
      const { steps } = JSON.parse(String(state)) as { steps: Record<string, { status: string }> };
      expect([
        Number(revision),
        steps['left']?.status,
        steps['right']?.status,
        steps['last']?.status,
      ]).toEqual([3, 'succeeded', 'succeeded', 'active']);
    }
    const joined = advanced.flatMap(({ executions }) =>
      executions.filter(({ workflow }) => workflow?.step === 'last'),
    );
    expect(joined.map(({ workflow }) => workflow?.run).sort()).toEqual([...ids].sort());
    const waiting = await claimAll(one, 2 * ids.length);
    expect(waiting.map(({ workflow }) => `${workflow?.step} ${workflow?.run}`).sort()).toEqual(
      ids.map((id) => `last ${id}`).sort(),
    );
    advanced = [];
  }

  async function startedJoins(count: number) {
    const ids = await startMany(one, JOIN, count);
    const claimed = await claimAll(one, 2 * count);
    const of = (name: string) => claimed.filter(({ workflow }) => workflow?.step === name);
    const [left, right] = [of('left'), of('right')];
    expect([left.length, right.length]).toEqual([count, count]);
    return { ids, left, right };
  }

  it(`starts a step once whose two last predecessors end at the same time, ${JOINS} times`, async () => {
    for (let done = 0; done < JOINS; done += AT_ONCE) {
      const { ids, left, right } = await startedJoins(AT_ONCE);
      const settled = await Promise.all([
        ...left.map((execution) => succeed(one, [execution])),
        ...right.map((execution) => succeed(two, [execution])),
      ]);
      expect(settled.flat().every((result) => result?.status === 'success')).toBe(true);
      await expectJoined(ids);
    }
  }, 600_000);

  it('does the same for batches that name the runs in opposite orders', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ids, left, right } = await startedJoins(AT_ONCE);
      const settled = await Promise.all([succeed(one, left), succeed(two, right.toReversed())]);
      expect(settled.flat().every((result) => result?.status === 'success')).toBe(true);
      await expectJoined(ids);
    }
  }, 120_000);

  it('does the same where one of the two ends in a transaction of the caller', async () => {
    const { ids, left, right } = await startedJoins(20);
    const inTransaction = left.map((execution) =>
      database.knex.transaction((transaction) =>
        one.executions.settle({
          settlements: [{ execution, outcome: { kind: 'succeeded', output: null } }],
          transaction,
        }),
      ),
    );
    const folding = Promise.all([
      one.workflows.foldArrivals({ limit: 50 }),
      two.workflows.foldArrivals({ limit: 50 }),
    ]);
    await Promise.all([...inTransaction, folding, ...right.map((execution) => succeed(two, [execution]))]);
    for (const store of [one, two]) await store.workflows.foldArrivals({ limit: 50 });
    await expectJoined(ids);
    expect(await database.table('workflow_arrivals')).toEqual([]);
  }, 60_000);

  it('starts one run for many starts with one id at the same time', async () => {
    const request = startOf(JOIN);
    const starts = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two));
    const results = await Promise.all(starts.map(({ workflows }) => workflows.start(request)));
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(results.map(({ run }) => run.createdAt.getTime())).size).toBe(1);
    expect(await claimAll(one, 10)).toHaveLength(2);
    expect(advanced).toHaveLength(1);
  });
});

import { DEFAULT_QUEUE, type Execution } from '@scheduler/contracts';
import { buildExecution, outcomes } from '@scheduler/testing';
import type { KnexStore } from './knex-store.js';
import type { DatabaseName } from './test-support/test-database.js';
import { DATABASES, onEach } from './test-support/on-database.js';
import { statementsOf } from './test-support/plans.js';
import { CHAIN, claimAll, startMany, succeed } from './test-support/workflow-runs.js';

/** What a settlement without workflows sends, as it was before there were any. */
const PLAIN: Readonly<Record<DatabaseName, readonly RegExp[]>> = {
  sqlite: [/^UPDATE \w+executions AS t SET .* RETURNING id$/],
  postgres: [/^WITH written AS \(UPDATE \w+executions AS t SET .* RETURNING t\.id\) SELECT COUNT/],
  mariadb: [
    /^SELECT t\.id, t\.fence FROM \w+executions t .* FOR UPDATE$/,
    /^UPDATE JSON_TABLE\(.*\w+executions t /,
  ],
};

/** How many statements a settlement of steps of many runs sends at most. */
const OF_STEPS: Readonly<Record<DatabaseName, number>> = {
  // The first one locks the file.
  sqlite: 5,
  // Runs are locked, executions written, and everything that follows in one statement.
  postgres: 3,
  mariadb: 5,
};

onEach(DATABASES, (database) => {
  let store: KnexStore;

  beforeEach(async () => {
    await database.empty();
    store = database.store();
    await store.open();
    // The time of the database is known, and the graph, as on a node that runs for a while.
    await startMany(store, CHAIN, 1);
    await startMany(store, CHAIN, 1);
    await succeed(store, await claimAll(store, 10));
    await succeed(store, await claimAll(store, 10));
  });
  afterEach(() => store.close());

  const settling = async () => {
    const claimed = await claimAll(store, 100);
    const statements = await statementsOf(database, async () => {
      const settled = await succeed(store, claimed);
      expect(settled.every((one) => one?.status === 'success')).toBe(true);
    });
    return { claimed, texts: statements.map(({ sql }) => sql) };
  };

  it('sends what it sent before for executions that belong to no workflow', async () => {
    const now = await store.schedules.now();
    await store.executions.add({ executions: [buildExecution(now), buildExecution(now)] });
    const { claimed, texts } = await settling();
    expect(claimed).toHaveLength(2);
    expect(texts).toEqual(PLAIN[database.name].map((text) => expect.stringMatching(text)));
    expect(texts.join()).not.toContain('workflow');
  });

  it('adds executions that belong to no workflow as before', async () => {
    const now = await store.schedules.now();
    const texts = await statementsOf(database, () =>
      store.executions.add({ executions: [buildExecution(now)] }),
    );
    expect(texts).toHaveLength(1);
    expect(texts[0]?.sql).not.toContain('workflow');
  });

  it('advances many runs with a few statements', async () => {
    for (const count of [1, 60]) {
      await startMany(store, CHAIN, count);
      const { claimed, texts } = await settling();
      expect(claimed.map(({ workflow }) => workflow?.step)).toEqual(Array(count).fill('a'));
      expect([count, texts.length]).toEqual([count, OF_STEPS[database.name]]);
      const next = await claimAll(store, 100);
      expect(next.map(({ workflow }) => workflow?.step)).toEqual(Array(count).fill('b'));
      await store.executions.settle({
        settlements: next.map((execution) => ({ execution, outcome: outcomes.succeeded() })),
      });
    }
    expect(await store.workflows.count({ tenant: null })).toEqual([
      { name: 'chain', status: 'completed', count: 63 },
    ]);
  });

  it('claims what it releases without another write (F183)', async () => {
    await startMany(store, CHAIN, 60);
    const claimed = await claimAll(store, 100);
    const taken: Execution[] = [];
    const statements = await statementsOf(database, () =>
      store.executions.settle({
        settlements: claimed.map((execution) => ({ execution, outcome: outcomes.succeeded() })),
        released: {
          owner: 'node-b',
          leaseMs: 600_000,
          lanes: [{ queue: DEFAULT_QUEUE, limit: 50 }],
          take: (executions) => void taken.push(...executions),
        },
      }),
    );
    expect(taken).toHaveLength(50);
    expect(statements).toHaveLength(OF_STEPS[database.name] + 1);
    const waiting = await claimAll(store, 100);
    expect(waiting).toHaveLength(10);
    const now = await store.schedules.now();
    const [first] = taken;
    const stored = await store.executions.get({ id: first?.id ?? '', tenant: null });
    expect(stored).toMatchObject({ status: 'running', owner: 'node-b', fence: 1, startConfirmed: false });
    expect(Math.abs((stored?.leaseUntil?.getTime() ?? 0) - now.getTime() - 600_000)).toBeLessThan(60_000);
    const settled = await succeed(store, [...taken, ...waiting]);
    expect(settled.every((one) => one?.status === 'success')).toBe(true);
    expect(await store.workflows.count({ tenant: null })).toEqual([
      { name: 'chain', status: 'completed', count: 62 },
    ]);
  });
});

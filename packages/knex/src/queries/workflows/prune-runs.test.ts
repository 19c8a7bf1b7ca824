import type { KnexStore } from '../../knex-store.js';
import { DATABASES, onEach } from '../../test-support/on-database.js';
import { CHAIN, claimAll, startMany, startOf, succeed } from '../../test-support/workflow-runs.js';

const DAY = 24 * 3_600_000;

onEach(DATABASES, (database) => {
  let store: KnexStore;

  beforeEach(async () => {
    await database.empty();
    store = database.store();
    await store.open();
  });
  afterEach(() => store.close());

  const count = async (table: string) => (await database.table(table)).length;
  const later = async () => new Date((await store.schedules.now()).getTime() + 1);
  const prune = async (limit = 100) =>
    store.workflows.prune({ endedBefore: await later(), statuses: ['completed'], limit });

  async function complete(runs: number): Promise<void> {
    await startMany(store, CHAIN, runs);
    for (const _ of CHAIN.steps) await succeed(store, await claimAll(store, 2 * runs));
  }

  it('leaves nothing of a run', async () => {
    const request = startOf(CHAIN, { attributes: { customer: 'c1', region: 'north' } });
    await store.workflows.start(request);
    const [claimed] = await claimAll(store, 1);
    const { id: executionId, fence } = claimed!;
    const line = { executionId, at: new Date(), level: 'info', message: 'hello', context: {} } as const;
    await store.executions.appendLogs({ executionId, fence, lines: [line] });
    await succeed(store, [claimed!]);
    await succeed(store, await claimAll(store, 1));
    expect([await count('workflow_attributes'), await count('execution_logs')]).toEqual([2, 1]);
    expect(await prune()).toBe(1);
    for (const table of ['workflow_runs', 'workflow_attributes', 'executions', 'execution_logs'])
      expect([table, await count(table)]).toEqual([table, 0]);
  });

  it('keeps the graph for a day in case it is used again, and shows it only while a run has it', async () => {
    const { graphHash } = startOf(CHAIN);
    await complete(1);
    expect(await store.workflows.graph(graphHash)).toEqual(CHAIN);
    await prune();
    expect([await store.workflows.graph(graphHash), await count('workflow_graphs')]).toEqual([null, 1]);
    await complete(1);
    expect(await store.workflows.graph(graphHash)).toEqual(CHAIN);
    database.advance(2 * DAY);
    await prune();
    expect(await count('workflow_graphs')).toBe(0);
    await complete(1);
    expect(await store.workflows.graph(graphHash)).toEqual(CHAIN);
  });

  it('deletes no executions of runs with other executions', async () => {
    await complete(3);
    const request = { statuses: ['success'], deadLettered: false, limit: 100 } as const;
    expect(await store.executions.prune({ ...request, finishedBefore: await later(), keep: 0 })).toBe(0);
    expect(await count('executions')).toBe(6);
    expect(await prune(2)).toBe(2);
    expect([await count('workflow_runs'), await count('executions')]).toEqual([1, 2]);
  });

  // SQLite has one writer at a time.
  const onServers = database.name === 'sqlite' ? it.skip : it;
  onServers('leaves a run that another transaction has locked for the next time', async () => {
    await complete(2);
    const [{ id }] = (await database.table('workflow_runs').orderBy('id')) as [{ id: string }];
    await database.knex.transaction(async (other) => {
      await other(database.tableName('workflow_runs')).where({ id }).forUpdate();
      expect(await prune()).toBe(1);
    });
    expect(await prune()).toBe(1);
  });

  it('deletes the runs of a tenant in steps', async () => {
    for (const tenant of ['acme', 'acme', 'acme', null])
      await store.workflows.start(startOf(CHAIN, { tenant, attributes: { customer: 'c1' } }));
    const request = { tenant: 'acme', limit: 2 };
    expect(await store.workflows.deleteOfTenant(request)).toBe(2);
    expect(await store.workflows.deleteOfTenant(request)).toBe(1);
    expect(await store.workflows.deleteOfTenant(request)).toBe(0);
    expect([await count('workflow_runs'), await count('workflow_attributes')]).toEqual([1, 1]);
    // What is left of them ends without a run.
    const ended = await succeed(store, await claimAll(store, 10));
    expect(ended.map((one) => one?.status)).toEqual(Array(4).fill('success'));
  });
});

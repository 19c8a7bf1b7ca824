import { DEFAULT_QUEUE } from '@scheduler/contracts';
import type { KnexStore } from '../../knex-store.js';
import { DATABASES, onEach } from '../../test-support/on-database.js';
import { CHAIN, claimAll, startOf, statusOf, succeed } from '../../test-support/workflow-runs.js';

const RESCUE = { graceMs: 0, limit: 10, deadLetterQueue: null };
const LIST = { tenant: null, sortOrder: 'asc', limit: 10, offset: 0 } as const;

onEach(DATABASES, (database) => {
  let store: KnexStore;
  let runId: string;

  beforeEach(async () => {
    await database.empty();
    store = database.store();
    await store.open();
    runId = (await store.workflows.start(startOf(CHAIN))).run.id;
  });
  afterEach(() => store.close());

  const damage = async (column: string, change: (value: string) => string) => {
    const [row] = await database.table('executions');
    const value = change(String((row as Record<string, unknown>)[column]));
    await database.table('executions').update({ [column]: value });
  };

  describe.each([
    ['payload', () => '{"canary'],
    ['details', (text: string) => text.replace('"policy":', '"policies":')],
    ['details', (text: string) => text.slice(0, -1)],
  ] as const)('an execution with a corrupt %s', (column, change) => {
    const expectFailure = async () => {
      expect(await store.workflows.foldArrivals({ limit: 10 })).toBe(1);
      expect(await statusOf(store, runId)).toEqual({ status: 'failed', a: 'failed', b: 'cancelled' });
      expect(JSON.stringify(await store.workflows.get({ id: runId, tenant: null }))).not.toContain('canary');
    };

    it('fails its run when it is claimed', async () => {
      await damage(column, change);
      expect(await claimAll(store, 10)).toEqual([]);
      await expectFailure();
    });

    it('fails its run when its lease has expired', async () => {
      await claimAll(store, 10);
      await damage(column, change);
      database.advance(3_600_000);
      expect(await store.executions.rescue(RESCUE)).toEqual([]);
      await expectFailure();
    });
  });

  it('fails the run of an execution with a status that does not exist', async () => {
    await damage('status', () => 'canary');
    await store.executions.rescue(RESCUE);
    expect(await store.workflows.foldArrivals({ limit: 10 })).toBe(1);
    expect(await statusOf(store, runId)).toEqual({ status: 'failed', a: 'failed', b: 'cancelled' });
  });

  it.each([
    ['state', 'canary'],
    ['state', 'null'],
    ['status', 'canary'],
    ['input', '{"canary'],
    ['attributes', '1'],
  ])('lists a run with the %s %s, and lets the others go on', async (column, value) => {
    const other = (await store.workflows.start(startOf(CHAIN))).run.id;
    await database
      .table('workflow_runs')
      .where({ id: runId })
      .update({ [column]: value });
    const settled = await succeed(store, await claimAll(store, 10));
    expect(settled.map((one) => one?.status)).toEqual(['success', 'success']);
    expect(await statusOf(store, other)).toEqual({ status: 'running', a: 'succeeded', b: 'active' });
    const { items } = await store.workflows.list(LIST);
    const reasons = items.map(({ id, stop }) => [id, stop?.reason ?? null]);
    expect(Object.fromEntries(reasons)).toEqual({
      [runId]: `its row is corrupt (${column})`,
      [other]: null,
    });
    expect(JSON.stringify(items)).not.toContain('canary');
  });

  it('forgets an arrival whose execution was deleted', async () => {
    await database.table('workflow_arrivals').insert({ execution_id: 'gone' });
    expect(await store.workflows.foldArrivals({ limit: 10 })).toBe(1);
    expect(await store.workflows.foldArrivals({ limit: 10 })).toBe(0);
  });

  it('rescues an execution whose run was deleted', async () => {
    await store.executions.claim({
      owner: 'node',
      leaseMs: 1_000,
      lanes: [{ queue: DEFAULT_QUEUE, limit: 10 }],
    });
    await database.table('workflow_runs').delete();
    await database.table('executions').update({ unstarted: 0 });
    database.advance(3_600_000);
    const rescued = await store.executions.rescue(RESCUE);
    expect(rescued.map(({ status }) => status)).toEqual(['failed']);
  });
});

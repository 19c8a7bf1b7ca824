import type { WorkflowGraph } from '@scheduler/contracts';
import type { KnexStore } from '../../knex-store.js';
import { DATABASES, onEach } from '../../test-support/on-database.js';
import { statementsOf } from '../../test-support/plans.js';
import { claimAll, startOf, statusOf, step, succeed } from '../../test-support/workflow-runs.js';

const LONG: WorkflowGraph = {
  name: 'long',
  steps: [step('a'), step('b', 'a'), step('c', 'b'), step('d', 'c')],
  deadlineMs: null,
};

onEach(DATABASES, (database) => {
  let one: KnexStore;
  let two: KnexStore;
  let id: string;

  /** Two stores, as two processes have. The first one knows the run. */
  beforeEach(async () => {
    await database.empty();
    one = database.store();
    two = database.store();
    await one.open();
    await two.open();
    id = (await one.workflows.start(startOf(LONG))).run.id;
    await succeed(one, await claimAll(one, 1));
  });
  afterEach(async () => {
    await one.close();
    await two.close();
  });

  const inputOf = async (store: KnexStore) => (await store.workflows.runs({ ids: [id] }))[0]?.input;

  it('are not read as a whole', async () => {
    const claimed = await claimAll(one, 1);
    const statements = await statementsOf(database, async () => {
      await one.workflows.runs({ ids: [id] });
      await succeed(one, claimed);
    });
    const reads = statements.filter(({ sql }) => /^SELECT .*workflow_runs/.test(sql));
    expect(reads).toHaveLength(2);
    for (const { sql } of reads) expect(sql).toMatch(/^SELECT id, revision, created_at FROM/);
    expect(await statusOf(one, id)).toEqual({
      status: 'running',
      a: 'succeeded',
      b: 'succeeded',
      c: 'active',
    });
  });

  it('are read again when another process has advanced them', async () => {
    await succeed(two, await claimAll(two, 1));
    await succeed(one, await claimAll(one, 1));
    await succeed(two, await claimAll(two, 1));
    expect(await statusOf(two, id)).toMatchObject({ status: 'completed', c: 'succeeded', d: 'succeeded' });
    const [run] = await one.workflows.runs({ ids: [id] });
    expect(run?.status).toBe('completed');
  });

  it('are read again when another process has changed them', async () => {
    await two.workflows.change({ id, tenant: null, command: { kind: 'pause' } });
    const command = { kind: 'resume', context: { more: true } } as const;
    await two.workflows.change({ id, tenant: null, command });
    expect(await inputOf(one)).toEqual({ order: 7, more: true });
    await succeed(one, await claimAll(one, 1));
    expect(await inputOf(two)).toEqual({ order: 7, more: true });
  });

  it('are read again when another run has got their id and their revision', async () => {
    await database.table('executions').delete();
    await database.table('workflow_runs').delete();
    database.advance(1_000);
    await two.workflows.start(startOf(LONG, { id, input: { order: 8 } }));
    await succeed(two, await claimAll(two, 1));
    expect(await inputOf(one)).toEqual({ order: 8 });
  });
});

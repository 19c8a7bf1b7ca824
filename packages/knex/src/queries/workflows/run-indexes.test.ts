import type { ListRuns } from '@scheduler/contracts/adapter';
import type { KnexStore } from '../../knex-store.js';
import { DATABASES, onEach } from '../../test-support/on-database.js';
import { planOf, statementsOf } from '../../test-support/plans.js';
import { CHAIN, claimAll, startMany, startOf, succeed } from '../../test-support/workflow-runs.js';

/** Each run of the pattern is copied this often. */
const COPIES = 400;
const PATTERN = 50;
const PAGE = { tenant: null, sortOrder: 'desc', limit: 20, offset: 0 } as const;

onEach(DATABASES, (database) => {
  let store: KnexStore;
  let endedBefore: Date;

  beforeAll(async () => {
    store = database.store();
    await store.open();
    await startMany(store, CHAIN, PATTERN);
    for (const _ of CHAIN.steps) await succeed(store, await claimAll(store, PATTERN));
    await copyRuns();
    await store.workflows.start(startOf(CHAIN, { tenant: 'acme', attributes: { customer: 'c1' } }));
    await startMany(store, CHAIN, 10);
    await database.analyze();
    endedBefore = new Date((await store.schedules.now()).getTime() - 3_600_000);
  }, 60_000);
  afterAll(() => store.close());

  /** Inserts copies of all runs inside the database. */
  async function copyRuns(): Promise<void> {
    const name = database.tableName('workflow_runs');
    const columns = Object.keys(await database.table('workflow_runs').columnInfo());
    const copied = columns.map((column) => {
      if (column === 'id' || column === 'root_id') return database.concat(`e.${column}`, 'n.n');
      return column === 'created_at' || column === 'ended_at' ? `e.${column} + n.n` : `e.${column}`;
    });
    const digits = Array.from({ length: 20 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
    const numbers = `SELECT a.d * 20 + b.d AS n FROM (${digits}) a CROSS JOIN (${digits}) b`;
    await database.knex.raw(
      `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${copied.join(', ')} FROM ${name} e CROSS JOIN (${numbers}) n WHERE n.n > 0`,
    );
    const [row] = await database.table('workflow_runs').count({ total: '*' });
    expect(Number(row!['total'])).toBe(COPIES * PATTERN);
  }

  const list = (filter: Partial<ListRuns>) => () => store.workflows.list({ ...PAGE, ...filter });
  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    'the newest runs': list({}),
    'the runs of a workflow with a status': list({ names: ['chain'], statuses: ['running'] }),
    'the runs of a tenant': list({ tenant: 'acme' }),
    'the runs with an attribute': list({ attributes: { customer: 'c1' } }),
    'the runs of a run': list({ parent: 'run' }),
    'the graph of runs': () => store.workflows.graph(startOf(CHAIN).graphHash),
    'one run': () => store.workflows.get({ id: 'run', tenant: null }),
    pruning: () => store.workflows.prune({ endedBefore, statuses: ['completed'], limit: 100 }),
    'a tenant that is deleted': () => store.workflows.deleteOfTenant({ tenant: 'nobody', limit: 100 }),
    'a settlement': async () => {
      const [claimed] = await claimAll(store, 1);
      const [settled] = await succeed(store, [claimed!]);
      expect(settled?.status).toBe('success');
    },
  };

  it.each(Object.keys(operations))('%s: reads runs by indexes only', async (name) => {
    const statements = await statementsOf(database, operations[name]!);
    // What a page has in all is counted up to a limit, in whatever way is cheapest.
    const ofRuns = statements.filter(({ sql }) => sql.includes('workflow_runs') && !sql.includes('counted'));
    expect(ofRuns.length).toBeGreaterThan(0);
    for (const statement of ofRuns) {
      const plan = await planOf(database, statement);
      expect({ scans: plan.filter(isFullScan), sql: statement.sql }).toMatchObject({ scans: [] });
    }
  });

  /** Whether a line of a plan reads all runs. Scans of bound rows and of the few graphs are expected. */
  function isFullScan(line: string): boolean {
    switch (database.name) {
      case 'postgres':
        return /Seq Scan on \w*workflow_runs/.test(line);
      case 'mariadb':
        return /^table (e|r|\w*workflow_runs) ALL/.test(line);
      case 'sqlite':
        return /^SCAN (e|r|\w*workflow_runs)( |$)(?!USING)/.test(line);
    }
  }
});

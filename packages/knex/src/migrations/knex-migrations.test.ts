import { randomBytes } from 'node:crypto';
import { buildExecution, outcomes } from '@scheduler/testing';
import type { KnexStore } from '../knex-store.js';
import { DATABASES, onEach } from '../test-support/on-database.js';
import type { TestDatabase } from '../test-support/test-database.js';
import { CHAIN, startOf } from '../test-support/workflow-runs.js';

const LANES = [{ queue: 'default', limit: 1 }];
const PRUNE = { statuses: ['success'], deadLettered: false, keep: null, limit: 10 } as const;

const STEPS = [
  '0001_tables',
  '0002_admission',
  '0003_limits',
  '0004_event_handlers',
  '0005_dead_letter_index',
  '0006_tenants',
  '0007_starts',
  '0008_type_and_history_indexes',
  '0009_unknown_status_index',
  '0010_workflows',
  '0011_access',
  '0012_tenant_usage',
  '0013_list_indexes',
  '0014_traces',
  '0017_lighter_updates',
  '0018_event_log',
  '0019_alerts',
];

onEach(DATABASES, (database) => {
  let prefix: string;
  let stores: KnexStore[];

  /** Another node on the same tables, which do not exist yet. */
  function node(): KnexStore {
    const store = database.store({ connection: database.url, tablePrefix: prefix, migrate: false });
    stores.push(store);
    return store;
  }

  beforeEach(() => {
    prefix = `m${randomBytes(4).toString('hex')}_`;
    stores = [];
  });

  afterEach(async () => {
    await rollBack(node());
    await database.knex.schema.dropTableIfExists(`${prefix}migrations`);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('applies what is missing, and nothing the second time (F209)', async () => {
    const { migrations } = node();
    expect(await migrations.up()).toEqual(STEPS);
    expect(await migrations.up()).toEqual([]);
    await expect(node().open()).resolves.toBeUndefined();
  });

  it('reports which migrations are applied, and since when', async () => {
    const { migrations } = node();
    expect(await migrations.status()).toEqual(STEPS.map((name) => ({ name, appliedAt: null })));
    await migrations.up();
    const states = await migrations.status();
    expect(states.map(({ name }) => name)).toEqual(STEPS);
    for (const { appliedAt } of states)
      expect(Math.abs(appliedAt!.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('lets several nodes migrate at once', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => node().migrations.up()));
    expect(applied.flat()).toEqual(STEPS);
    await expect(node().open()).resolves.toBeUndefined();
  });

  it('rolls the tables back and creates them again', async () => {
    const store = node();
    await store.migrations.up();
    await store.executions.add({ executions: [buildExecution(await store.schedules.now())] });
    expect(await rollBack(store)).toEqual(STEPS.toReversed());
    expect(await database.knex.schema.hasTable(`${prefix}executions`)).toBe(false);
    expect(await store.migrations.up()).toEqual(STEPS);
    await store.open();
    expect((await store.executions.count({ tenant: null })).pending).toBe(0);
  });

  it('keeps the rows when columns are rolled back and added again', async () => {
    const store = node();
    await store.migrations.up();
    await store.executions.add({ executions: [buildExecution(await store.schedules.now())] });
    while ((await store.migrations.down()) !== '0002_admission');
    expect(await store.migrations.up()).toEqual(STEPS.slice(1));
    expect((await store.executions.count({ tenant: null })).pending).toBe(1);
  });

  it('takes over the executions of a database without workflows', async () => {
    const store = node();
    await store.migrations.up();
    const now = await store.schedules.now();
    await store.executions.add({ executions: [buildExecution(now), buildExecution(now)] });
    const [claimed] = await store.executions.claim({ owner: 'node', leaseMs: 60_000, lanes: LANES });
    while ((await store.migrations.down()) !== '0010_workflows');
    expect(await store.migrations.up()).toEqual(STEPS.slice(STEPS.indexOf('0010_workflows')));
    await store.executions.settle({ settlements: [{ execution: claimed!, outcome: outcomes.succeeded() }] });
    await store.workflows.start(startOf(CHAIN));
    const until = new Date(now.getTime() + 3_600_000);
    const range = { tenant: null, since: new Date(now.getTime() - 60_000), until };
    expect((await store.statistics!.endedExecutions(range)).counts.success).toBe(1);
    expect(await store.executions.prune({ ...PRUNE, finishedBefore: until })).toBe(1);
    expect((await store.executions.count({ tenant: null })).pending).toBe(2);
  });

  it('prints statements that a fresh database accepts', async () => {
    const printed = await node().migrations.sql({ all: true });
    await run(database, printed);
    const store = node();
    await store.open();
    expect(await store.migrations.up()).toEqual([]);
    for (const step of STEPS) expect(printed).toContain(`-- ${step}`);
  });

  it('prints only what is missing, unless asked for all', async () => {
    const { migrations } = node();
    await migrations.up();
    const [missing, all] = [await migrations.sql({ all: false }), await migrations.sql({ all: true })];
    for (const step of STEPS) {
      expect(missing).not.toContain(step);
      expect(all).toContain(step);
    }
  });
});

/** Rolls all migrations back, the latest first. */
async function rollBack({ migrations }: KnexStore): Promise<readonly string[]> {
  const taken: string[] = [];
  for (let step = await migrations.down(); step !== null; step = await migrations.down()) taken.push(step);
  return taken;
}

/** Runs the printed statements one after the other, as a team with its own migrations would. */
async function run({ knex }: TestDatabase, printed: string): Promise<void> {
  // The body of a function between its dollar signs is part of a statement.
  const statements = (printed.replaceAll(/^--.*$/gm, '').match(/(?:\$(\w+)\$[\s\S]*?\$\1\$|[^;])+/g) ?? [])
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  for (const statement of statements) await knex.raw(statement);
}

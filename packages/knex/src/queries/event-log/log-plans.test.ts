import type { KnexStore } from '../../knex-store.js';
import { onEach } from '../../test-support/on-database.js';
import { planOf, statementsOf } from '../../test-support/plans.js';

const ROWS = 20_000;
const DAYS = 20;
/** SQLite takes at most 500 rows in a statement as Knex writes it. */
const AT_ONCE = 400;

onEach(['sqlite', 'postgres'], (database) => {
  let store: KnexStore;

  beforeAll(async () => {
    await database.empty();
    store = database.store({ eventLog: true });
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      tenant: index % 10 === 0 ? `tenant-${index % 100}` : '',
      job_id: index % 2 === 0 ? `job-${index % 1_000}` : null,
      day: 20_000 + Math.floor((index * DAYS) / ROWS),
      total: 1,
      events: '{"at":0,"cause":null,"events":[["JobPaused","x",{}]]}',
    }));
    for (let start = 0; start < ROWS; start += AT_ONCE)
      await database.table('event_log').insert(rows.slice(start, start + AT_ONCE));
    if (database.name === 'postgres') await database.knex.raw('VACUUM ANALYZE');
  }, 120_000);

  afterAll(() => store.close());

  const read = (filter: object) => () =>
    store.eventLog!.read({ tenant: null, after: null, limit: 10, ...filter });
  const DAY_MS = 86_400_000;

  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    'a page': read({}),
    'the events of a job': read({ jobId: 'job-2' }),
    'the events of a tenant': read({ tenant: 'tenant-20' }),
    bounds: () => store.eventLog!.bounds(),
    'retention, where nothing is over': () =>
      store.eventLog!.prune({ before: new Date(20_000 * DAY_MS), limit: 100 }),
    'the deletion of a tenant that has nothing': () =>
      store.eventLog!.deleteOfTenant({ tenant: 'nobody', limit: 100 }),
  };

  it.each(Object.keys(operations))('%s reads the log by an index, in its order', async (name) => {
    const statements = await statementsOf(database, operations[name]!);
    const ofLog = statements.filter(({ sql }) => sql.includes(database.tableName('event_log ')));
    expect(ofLog.length).toBeGreaterThan(0);
    for (const statement of ofLog) {
      const plan = await planOf(database, statement);
      expect(plan.filter(isSlow)).toEqual([]);
    }
  });

  /** A line of a plan that reads all rows without an order, or sorts them. */
  function isSlow(line: string): boolean {
    const log = database.tableName('event_log');
    if (database.name === 'postgres') return new RegExp(`Seq Scan on ${log} |Sort `).test(line);
    return /USE TEMP B-TREE/.test(line);
  }
});

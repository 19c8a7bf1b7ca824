import type { Execution } from '@scheduler/contracts';
import { buildExecution } from '@scheduler/testing';
import { onDatabase } from '../test-support/on-database.js';
import { postgresPlan, statementsOf } from '../test-support/plans.js';

const ROWS = 60_000;
const BATCH = 1_000;

onDatabase('postgres', (database) => {
  let running: readonly Execution[] = [];

  beforeAll(async () => {
    await database.empty();
    const store = database.store();
    const now = await store.schedules.now();
    for (let added = 0; added < ROWS; added += BATCH)
      await store.executions.add({ executions: Array.from({ length: BATCH }, () => buildExecution(now)) });
    for (let claimed = 0; claimed < ROWS; claimed += BATCH) {
      const lanes = [{ queue: 'default', limit: BATCH }];
      running = await store.executions.claim({ owner: 'node', leaseMs: 3_600_000, lanes });
    }
    await database.knex.raw('VACUUM ANALYZE');
    await store.close();
  });

  /** A new connection plans a statement for its actual values. A thousand ids must not make it scan the table. */
  it('settles many executions of a large table by its index, also on a new connection', async () => {
    const store = database.store();
    const settlements = running.map((execution) => ({
      execution,
      outcome: { kind: 'succeeded', output: null } as const,
    }));
    const statements = await statementsOf(database, () => store.executions.settle({ settlements }));
    const update = statements.find(({ sql }) => sql.includes('UPDATE'))!;
    const plan = await postgresPlan(database.knex, update, 'force_custom_plan');
    expect(plan.filter((line) => line.includes('Seq Scan'))).toEqual([]);
    expect(plan.some((line) => /Index Scan using \S+_pkey/.test(line))).toBe(true);
    await store.close();
  });
});

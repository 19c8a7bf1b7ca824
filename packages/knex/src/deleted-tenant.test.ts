import { DEFAULT_CIRCUIT, defineHandler, silentLogger, trigger } from '@scheduler/contracts';
import { ownedName } from '@scheduler/contracts/adapter';
import { createSchedulerNode } from '@scheduler/core';
import { onEach } from './test-support/on-database.js';
import { CHAIN, startOf } from './test-support/workflow-runs.js';

const TENANT = 'tenant-to-delete';
const work = defineHandler({ type: 'work', handle: (_job, { log }) => log.info(TENANT) });
const broken = defineHandler({ type: 'broken', handle: () => Promise.reject(new Error(TENANT)) });

onEach(['sqlite', 'postgres'], (database) => {
  it('nothing of a deleted tenant is left in any table, events on their way aside (F252)', async () => {
    await database.empty();
    const store = database.store();
    const handlers = [work, broken];
    const node = createSchedulerNode({
      store,
      handlers,
      logger: silentLogger,
      config: { quotas: { jobs: 9 } },
    });
    const own = node.scheduler.forTenant(TENANT);
    const payload = { of: TENANT };
    await own.schedule({ type: 'work', name: TENANT, trigger: trigger.daily({ at: '09:00' }), payload });
    await own.enqueueMany([
      { type: 'work', payload, uniqueKey: TENANT },
      { type: 'broken', payload, maxRetries: 0 },
    ]);
    await node.drain();
    await own.enqueue({ type: 'work', payload, delay: '1h', uniqueKey: 'later' });
    await own.onEvent(
      'order.paid',
      { kind: 'enqueue', request: { type: 'work', payload } },
      { name: TENANT },
    );
    await store.workflows.start(startOf(CHAIN, { tenant: TENANT, attributes: { customer: TENANT } }));
    await node.access.apiKeys.create({ name: TENANT, tenant: TENANT, preset: 'viewer' });
    const principal = { id: TENANT, kind: 'application' } as const;
    await node.access.auditLog.append([
      {
        tenant: TENANT,
        principal,
        action: 'jobs:write',
        operation: 'jobs.create',
        object: null,
        before: null,
        after: payload,
        reason: null,
        requestId: null,
      },
    ]);
    await node.access.idempotency.begin({ tenant: TENANT, scope: TENANT, key: TENANT, requestHash: 'hash' });
    const name = ownedName(TENANT, 'smtp');
    await store.circuits.record({
      name,
      options: DEFAULT_CIRCUIT,
      result: 'failure',
      trial: null,
      error: TENANT,
    });
    await store.rateLimits.acquire({
      buckets: [{ key: name, capacity: 9, periodMs: 60_000 }],
      wanted: 1,
      least: 1,
    });
    expect((await tablesWith(TENANT)).length).toBeGreaterThan(8);
    await node.scheduler.deleteTenant(TENANT);
    expect(await tablesWith(TENANT)).toEqual([]);
    await node.stop();
  });

  async function tablesWith(text: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const table of await tableNames()) {
      const rows: unknown[] = await database.knex(table).select();
      if (JSON.stringify(rows).includes(text)) found.push(table);
    }
    return found;
  }

  async function tableNames(): Promise<readonly string[]> {
    const rows: Record<string, unknown>[] =
      database.name === 'sqlite'
        ? await database.knex('sqlite_master').where({ type: 'table' }).select('name')
        : await database.knex('pg_tables').select('tablename as name');
    const names = rows.map((row) => String(row['name'])).filter((name) => name.startsWith(database.prefix));
    return names.filter((name) => name !== database.tableName('events'));
  }
});

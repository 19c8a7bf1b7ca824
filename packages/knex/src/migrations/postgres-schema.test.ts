import { randomBytes } from 'node:crypto';
import { buildExecution, buildJob } from '@scheduler/testing';
import { onDatabase } from '../test-support/on-database.js';

onDatabase('postgres', (database) => {
  const schema = `s${randomBytes(4).toString('hex')}`;

  afterEach(() => database.knex.raw(`DROP SCHEMA IF EXISTS ${schema} CASCADE`));

  it('keeps everything in the given schema', async () => {
    const store = database.store({ connection: database.url, tablePrefix: 'own_', schema, migrate: true });
    await store.open();
    const now = await store.schedules.now();
    const job = buildJob(now);
    await store.schedules.add({ jobs: [job] });
    await store.executions.add({ executions: [buildExecution(now)] });
    expect((await store.schedules.findDue({ limit: 10 })).jobs.map(({ id }) => id)).toEqual([job.id]);
    const lanes = [{ queue: 'default', limit: 10 }];
    expect(await store.executions.claim({ lanes, owner: 'node', leaseMs: 30_000 })).toHaveLength(1);
    const tables = await database.knex('pg_tables').where({ schemaname: schema }).pluck('tablename');
    expect(tables.sort()).toEqual(
      [
        'alert_rules',
        'alert_silences',
        'alerts',
        'api_keys',
        'audit_log',
        'circuits',
        'event_checkpoints',
        'event_handlers',
        'event_log',
        'event_log_state',
        'events',
        'execution_logs',
        'executions',
        'idempotency_keys',
        'jobs',
        'locks',
        'migrations',
        'queues',
        'rate_limits',
        'workflow_arrivals',
        'workflow_attributes',
        'workflow_graphs',
        'workflow_runs',
      ].map((name) => `own_${name}`),
    );
    while ((await store.migrations.down()) !== null);
    expect(await database.knex('pg_tables').where({ schemaname: schema }).pluck('tablename')).toEqual([
      'own_migrations',
    ]);
    await store.close();
  });
});

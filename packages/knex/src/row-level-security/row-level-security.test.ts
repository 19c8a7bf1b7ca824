import { randomBytes } from 'node:crypto';
import {
  DEFAULT_CIRCUIT,
  defineHandler,
  type RowLevelSecurityRequest,
  silentLogger,
  trigger,
} from '@scheduler/contracts';
import { ownedName } from '@scheduler/contracts/adapter';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import type { Knex } from 'knex';
import { connect } from '../connect/connect.js';
import { createKnexStore, inTenantTransaction, type KnexStore } from '../index.js';
import { onDatabase } from '../test-support/on-database.js';
import { CHAIN, startOf } from '../test-support/workflow-runs.js';

const OWNED = [
  'alert_rules',
  'alert_silences',
  'alerts',
  'api_keys',
  'audit_log',
  'circuits',
  'event_handlers',
  'event_log',
  'events',
  'execution_logs',
  'executions',
  'idempotency_keys',
  'jobs',
  'rate_limits',
  'workflow_arrivals',
  'workflow_attributes',
  'workflow_runs',
];
const SHARED = ['event_checkpoints', 'event_log_state', 'locks', 'migrations', 'queues', 'workflow_graphs'];
const READABLE = OWNED.filter((name) => !['api_keys', 'idempotency_keys'].includes(name));

const logging = defineHandler({
  type: 'work',
  handle: (_job, context) => context.log.info('a line'),
});

onDatabase('postgres', (database) =>
  describe('row-level security', () => {
    const unique = randomBytes(4).toString('hex');
    const schema = `s_${unique}`;
    const roles = {
      owner: `o_${unique}`,
      app: `app"${unique}`,
      other: `u_${unique}`,
      acme: `acme_${unique}`,
    };
    const clock = new SystemClock();
    let owner: KnexStore;
    let app: Knex;
    const opened: Knex[] = [];

    function urlOf(role: string): string {
      const url = new URL(database.url);
      url.username = encodeURIComponent(role);
      url.password = 'secret';
      return url.toString();
    }
    function as(role: string, poolSize = 1): Knex {
      const { knex } = connect(urlOf(role), { poolSize });
      opened.push(knex);
      return knex;
    }
    const table = (name: string) => `${schema}.scheduler_${name}`;
    const node = (store: KnexStore) =>
      createSchedulerNode({ store, handlers: [logging], logger: silentLogger });
    async function apply(request: Partial<RowLevelSecurityRequest> = {}): Promise<void> {
      const roleNames = [roles.app, roles.acme];
      const sql = await owner.migrations.rowLevelSecurity?.({ roles: roleNames, ...request });
      await owner.knex.raw(String(sql));
    }
    /** How many rows of each table a transaction of the tenant sees. Null: a transaction without one. */
    async function visible(knex: Knex, tenant: string | null, names = READABLE) {
      const count = async (trx: Knex) => {
        const counts: Record<string, number> = {};
        for (const name of names) counts[name] = Number((await trx(table(name)).count('* as n'))[0]?.['n']);
        return counts;
      };
      return tenant === null ? knex.transaction(count) : inTenantTransaction(knex, { tenant }, count);
    }

    beforeAll(async () => {
      const admin = database.knex;
      for (const role of Object.values(roles))
        await admin.raw(`CREATE ROLE "${role.replaceAll('"', '""')}" LOGIN PASSWORD 'secret' NOSUPERUSER`);
      await admin.raw(`GRANT ${roles.owner} TO CURRENT_USER`);
      const name = new URL(database.url).pathname.slice(1);
      // Migrations create the schema if it is missing.
      await admin.raw(`GRANT CREATE ON DATABASE ${name} TO ${roles.owner}`);
      await admin.raw(`CREATE SCHEMA ${schema} AUTHORIZATION ${roles.owner}`);
      await admin.raw(`GRANT USAGE ON SCHEMA ${schema} TO ${roles.other}`);
      await admin.raw(`ALTER ROLE ${roles.acme} SET scheduler.tenant = 'acme'`);
      owner = createKnexStore({ connection: urlOf(roles.owner), clock, schema, migrate: true, poolSize: 2 });
      await owner.open();
      const scheduler = node(owner);
      for (const tenant of ['acme', 'globex', null]) {
        const own = tenant === null ? scheduler.scheduler : scheduler.scheduler.forTenant(tenant);
        await own.schedule({ type: 'work', name: 'daily', trigger: trigger.daily({ at: '09:00' }) });
        await own.enqueue({ type: 'work' });
        await own.onEvent('order.paid', { kind: 'enqueue', request: { type: 'work' } }, { name: 'notify' });
        const { run } = await owner.workflows.start(
          startOf(CHAIN, { tenant, attributes: { customer: 'x' } }),
        );
        const [step] = (await own.listExecutions({ limit: 9 })).items.filter(
          ({ workflow }) => workflow !== null,
        );
        await owner.knex(table('workflow_arrivals')).insert({ execution_id: step?.id ?? run.id });
        const bucket = { key: ownedName(tenant, 'mail'), capacity: 9, periodMs: 60_000 };
        await owner.rateLimits.acquire({ buckets: [bucket], wanted: 1, least: 1 });
        await owner.circuits.record({ ...FAILURE, name: ownedName(tenant, 'smtp') });
        await owner.knex(table('events')).insert({ ...EVENT, tenant: tenant ?? '' });
        await owner.knex(table('event_log')).insert({ ...LOGGED, tenant: tenant ?? '' });
        const alerts = tenant === null ? scheduler.alerts : scheduler.alerts.forTenant(tenant);
        await alerts.createRule({ name: 'mails-wait', condition: CONDITION });
        await alerts.silence({ rule: 'mails-wait', duration: '1h', reason: 'import', createdBy: 'ada' });
        const alert = { ...ALERT, id: `alert-${tenant ?? ''}`, tenant: tenant ?? '' };
        await owner.knex(table('alerts')).insert(alert);
        const principal = { id: 'ada', kind: 'application' } as const;
        const audit = { tenant, principal, action: 'jobs:write', operation: 'o', object: null };
        await scheduler.access.auditLog.append([
          { ...audit, before: null, after: null, reason: null, requestId: null },
        ]);
        await scheduler.access.apiKeys.create({ name: 'key', tenant, preset: 'viewer' });
      }
      await scheduler.drain({ limit: 3 });
      app = as(roles.app);
    }, 30_000);

    const FAILURE = { options: DEFAULT_CIRCUIT, result: 'failure', trial: null, error: 'refused' } as const;
    const LOGGED = { day: 0, total: 0, events: '{"at":0,"cause":null}' };
    const CONDITION = {
      metric: 'scheduler.queue.size',
      operator: 'gt',
      value: 9,
      duration: '1m',
    } as const;
    const ALERT = { revision: 1, created_at: 1, rule: 'mails-wait', status: 'firing', body: '{}' };
    const EVENT = { origin: 'o', name: 'order.paid', at: 1, data: '{}', stored_at: 1 };

    afterAll(async () => {
      await owner.close();
      for (const knex of opened) await knex.destroy();
      await database.knex.raw(`DROP SCHEMA ${schema} CASCADE`);
      for (const role of Object.values(roles)) {
        const quoted = `"${role.replaceAll('"', '""')}"`;
        await database.knex.raw(`DROP OWNED BY ${quoted}; DROP ROLE ${quoted}`);
      }
    });

    it('every table has a policy, or belongs to all tenants', async () => {
      await apply();
      const rows = await owner
        .knex('pg_class')
        .where({ relnamespace: owner.knex.raw('?::regnamespace', [schema]) });
      const tables = rows.filter((row) => row['relkind'] === 'r');
      const named = (secured: boolean) =>
        tables
          .filter((row) => row['relrowsecurity'] === secured)
          .map((row) => String(row['relname']).slice('scheduler_'.length))
          .sort();
      expect(named(true)).toEqual(OWNED);
      expect(named(false)).toEqual(SHARED);
    });

    it('a role sees the rows of the tenant of its transaction, in every table (F252)', async () => {
      await apply();
      const acme = await visible(app, 'acme');
      expect(Object.entries(acme).filter(([, count]) => count === 0)).toEqual([]);
      expect(await visible(app, 'globex')).toEqual(acme);
      expect(await visible(app, 'nobody')).toEqual(await visible(app, null));
      const all = await visible(owner.knex, null);
      for (const name of READABLE) expect([name, all[name]]).toEqual([name, 3 * (acme[name] ?? 0)]);
      const tenants = await inTenantTransaction(app, { tenant: 'acme' }, (trx) =>
        trx(table('executions')).distinct('tenant'),
      );
      expect(tenants).toEqual([{ tenant: 'acme' }]);
    });

    it('it sees nothing without a tenant, also on a connection that had one (F252)', async () => {
      await apply();
      const fresh = as(roles.app);
      const nothing = Object.fromEntries(READABLE.map((name) => [name, 0]));
      expect(await visible(fresh, null)).toEqual(nothing);
      // The connection is the same: the pool has one. What has no tenant is stored with an empty text, which is what the setting has become.
      await visible(fresh, 'acme');
      expect(await visible(fresh, null)).toEqual(nothing);
      expect((await fresh.raw("SELECT current_setting('scheduler.tenant', true) AS value")).rows).toEqual([
        { value: '' },
      ]);
      expect(await fresh(table('jobs')).select('id')).toEqual([]);
      await expect(visible(fresh, null, ['api_keys'])).rejects.toMatchObject({ code: '42501' });
      await expect(inTenantTransaction(fresh, { tenant: '' }, async () => 1)).rejects.toMatchObject({
        code: 'TENANT_INVALID',
      });
    });

    it('a role that may read cannot write, and one that may write only the rows of its tenant (F252)', async () => {
      await apply();
      const asAcme = <T>(work: (trx: Knex.Transaction) => Promise<T>) =>
        inTenantTransaction(app, { tenant: 'acme' }, work);
      const rename = async (trx: Knex.Transaction) => trx(table('jobs')).update({ description: 'mine' });
      await expect(asAcme(rename)).rejects.toMatchObject({ code: '42501' });
      await apply({ access: 'write' });
      expect(await asAcme(rename)).toBe(1);
      expect(await app(table('jobs')).update({ description: 'nobody' })).toBe(0);
      const others = await owner.knex(table('jobs')).whereNot({ tenant: 'acme' }).select('description');
      expect(others.map((row) => row['description'] as unknown)).toEqual([null, null]);
      for (const tenant of ['globex', ''])
        await expect(asAcme(async (trx) => trx(table('jobs')).update({ tenant }))).rejects.toMatchObject({
          code: '42501',
        });
      await expect(
        asAcme(async (trx) => trx(table('events')).insert({ ...EVENT, tenant: 'globex' })),
      ).rejects.toMatchObject({ code: '42501' });
      await expect(asAcme(async (trx) => trx(table('migrations')).delete())).rejects.toMatchObject({
        code: '42501',
      });
      await apply();
      await expect(asAcme(rename)).rejects.toMatchObject({ code: '42501' });
    });

    it('a scheduler with a limited role works for its tenant alone, whatever it asks for (F252)', async () => {
      await apply({ access: 'write' });
      const connection = urlOf(roles.acme);
      const store = createKnexStore({ connection, clock, schema, poolSize: 1, eventLog: true });
      const limited = node(store);
      // Not limited to a tenant by itself: the database is what limits it.
      const { scheduler } = limited;
      expect((await scheduler.list()).items.map(({ tenant }) => tenant)).toEqual(['acme']);
      const foreign = await node(owner).scheduler.forTenant('globex').get('daily');
      expect(await scheduler.find(foreign.id)).toBeNull();
      const own = await scheduler.forTenant('acme').enqueue({ type: 'work', payload: { by: 'acme' } });
      await scheduler.forTenant('acme').pause('daily');
      await expect(scheduler.forTenant('globex').enqueue({ type: 'work' })).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
      });
      const log = as(roles.acme);
      const tenants = await log(table('event_log')).where('total', '>', 0).distinct('tenant');
      expect(tenants).toEqual([{ tenant: 'acme' }]);
      await expect(log(table('event_log')).delete()).rejects.toMatchObject({ code: '42501' });
      await expect(log(table('event_checkpoints')).select('name')).rejects.toMatchObject({ code: '42501' });
      await limited.stop();
      expect((await node(owner).scheduler.getExecution(own.id)).tenant).toBe('acme');
      expect((await node(owner).scheduler.forTenant('globex').get('daily')).status).toBe('active');
    });

    it('the owner is not limited, and its statements have no condition more', async () => {
      await apply();
      const plan = await owner.knex.raw(
        `EXPLAIN SELECT * FROM ${table('executions')} WHERE status = 'pending'`,
      );
      expect(JSON.stringify(plan.rows)).not.toContain('current_setting');
      const limited = await app.raw(`EXPLAIN SELECT * FROM ${table('executions')} WHERE status = 'pending'`);
      expect(JSON.stringify(limited.rows)).toContain('current_setting');
      const scheduler = node(owner);
      const { id } = await scheduler.scheduler.forTenant('globex').enqueue({ type: 'work' });
      await scheduler.drain();
      expect((await scheduler.scheduler.getExecution(id)).status).toBe('success');
    });

    it('a role that is named as unlimited sees everything, although it owns nothing', async () => {
      const other = as(roles.other);
      await owner.knex.raw(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${roles.other}`);
      await apply();
      expect(await visible(other, null, ['jobs'])).toEqual({ jobs: 0 });
      await apply({ unlimitedRoles: [roles.other] });
      expect(await visible(other, null, ['jobs'])).toEqual({ jobs: 3 });
      await apply();
      expect(await visible(other, null, ['jobs'])).toEqual({ jobs: 0 });
    });

    it('is taken back with every access of the roles', async () => {
      await apply();
      await apply({ remove: true });
      await apply({ remove: true });
      await expect(visible(app, 'acme', ['jobs'])).rejects.toMatchObject({ code: '42501' });
    });

    it.each<[string, Partial<RowLevelSecurityRequest>, string]>([
      ['no role', { roles: [] }, 'roles'],
      ['a role with a control character', { roles: ['a\nb'] }, 'roles'],
      ['a setting without a point', { setting: 'tenant' }, 'setting'],
      ['a setting that ends the text', { setting: "a.b', true)) OR true --" }, 'setting'],
      ['an access that is not known', { access: 'all' as 'read' }, 'access'],
    ])('refuses %s', async (_what, request, field) => {
      await expect(apply(request)).rejects.toMatchObject({
        code: 'CONFIGURATION_INVALID',
        issues: [expect.objectContaining({ field: expect.stringContaining(field) as string })],
      });
    });
  }),
);

it('other databases say that they have none', async () => {
  const store = createKnexStore({ connection: 'sqlite::memory:', clock: new SystemClock() });
  await expect(store.migrations.rowLevelSecurity?.({ roles: ['app'] })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  });
  await store.close();
});

it.each<[string, Parameters<typeof inTenantTransaction>]>([
  ['no Knex', [{} as Knex, { tenant: 'acme' }, async () => 1]],
  ['no options', [{ transaction: () => undefined } as never, undefined as never, async () => 1]],
  [
    'a wrong setting',
    [{ transaction: () => undefined } as never, { tenant: 'acme', setting: 'x' }, async () => 1],
  ],
  ['no function', [{ transaction: () => undefined } as never, { tenant: 'acme' }, undefined as never]],
])('a transaction of a tenant refuses %s', async (_what, given) => {
  await expect(inTenantTransaction(...given)).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
});

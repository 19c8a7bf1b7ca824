import { FeatureNotSupported } from '@scheduler/contracts';
import type { RowLevelSecurityRequest } from '@scheduler/contracts/adapter';
import type { Dialect } from '../dialects/dialect.js';
import type { Tables } from '../sql/tables.js';
import { quoted, readRequest, type ReadRequest } from './read-request.js';

/**
 * How a row of a table tells its tenant; `own` is the tenant of the session. `written`: a role that may write may write here, too. A table
 * that is missing here is that of all tenants: queues, locks, the graphs of workflows, the list of migrations.
 */
interface OwnedTable {
  readonly name: string;
  readonly written: boolean;
  readonly isOwn: (own: string, full: (name: string) => string) => string;
  /** What a role may insert besides. Missing: its own rows. */
  readonly mayInsert?: (own: string) => string;
}

const byColumn = (own: string) => `tenant = ${own}`;
/** Names of limits and circuits of a tenant begin with it. */
const byName = (own: string) => `starts_with(name, ${own} || chr(31))`;

const OWNED: readonly OwnedTable[] = [
  { name: 'jobs', written: true, isOwn: byColumn },
  { name: 'executions', written: true, isOwn: byColumn },
  {
    name: 'execution_logs',
    written: true,
    isOwn: (own, full) =>
      `EXISTS (SELECT 1 FROM ${full('executions')} e WHERE e.id = execution_id AND e.${byColumn(own)})`,
  },
  { name: 'event_handlers', written: true, isOwn: byColumn },
  { name: 'events', written: true, isOwn: byColumn },
  // What is stored for all tenants, such as the graph of a first run, has events without a tenant. Nobody changes or deletes events by SQL.
  {
    name: 'event_log',
    written: false,
    isOwn: byColumn,
    mayInsert: (own) => `tenant = '' OR ${byColumn(own)}`,
  },
  { name: 'workflow_runs', written: true, isOwn: byColumn },
  {
    name: 'workflow_attributes',
    written: true,
    isOwn: (own, full) =>
      `EXISTS (SELECT 1 FROM ${full('workflow_runs')} r WHERE r.id = run_id AND r.${byColumn(own)})`,
  },
  {
    name: 'workflow_arrivals',
    written: true,
    isOwn: (own, full) =>
      `EXISTS (SELECT 1 FROM ${full('executions')} e WHERE e.id = execution_id AND e.${byColumn(own)})`,
  },
  { name: 'rate_limits', written: true, isOwn: byName },
  { name: 'circuits', written: true, isOwn: byName },
  { name: 'audit_log', written: false, isOwn: byColumn },
  { name: 'api_keys', written: false, isOwn: byColumn },
  { name: 'idempotency_keys', written: false, isOwn: byColumn },
  { name: 'alert_rules', written: false, isOwn: byColumn },
  { name: 'alerts', written: false, isOwn: byColumn },
  { name: 'alert_silences', written: false, isOwn: byColumn },
];

/** What a role reads besides, because it belongs to all tenants. */
const SHARED = ['queues', 'migrations', 'workflow_graphs'];
/** Hashes of secrets, and answers of the API: not even the tenant's own are for SQL. */
const WITHHELD = new Set(['api_keys', 'idempotency_keys']);

/** What a role has no access to at all. */
const INTERNAL = ['locks', 'event_log_state', 'event_checkpoints'];

const POLICY = 'scheduler_tenant';
const UNLIMITED = 'scheduler_unlimited';

/** The statements that limit roles to the rows of a tenant, or take that back. Both can be run again. */
export function rowLevelSecurity(
  { dialect, tables }: { readonly dialect: Dialect; readonly tables: Tables },
  given: RowLevelSecurityRequest,
): string {
  if (dialect.name !== 'postgres')
    throw new FeatureNotSupported(
      'row-level security',
      `the store ${dialect.name}`,
      'use PostgreSQL, or give the application no access to the tables but through a scheduler of the tenant',
    );
  const request = readRequest(given);
  const full = (name: string) =>
    `${tables.schema === null ? '' : `${tables.schema}.`}${tables.prefix}${name}`;
  const usage =
    tables.schema === null ? [] : [`GRANT USAGE ON SCHEMA ${tables.schema} TO ${listed(request.roles)}`];
  const statements = request.remove ? removed(request, full) : [...enabled(request, full), ...usage];
  return ['BEGIN', ...statements, 'COMMIT'].map((statement) => `${statement};`).join('\n');
}

type Full = (name: string) => string;

function enabled(request: ReadRequest, full: Full): readonly string[] {
  return [...OWNED.flatMap((table) => policiesOf(table, request, full)), ...grants(request, full)];
}

function policiesOf(
  { name, isOwn, mayInsert }: OwnedTable,
  request: ReadRequest,
  full: Full,
): readonly string[] {
  const table = full(name);
  // A setting that was set in an earlier transaction of the connection is an empty text afterwards, and that is how no tenant is stored.
  const own = `nullif(current_setting('${request.setting}', true), '')`;
  const condition = isOwn(own, full);
  const check = mayInsert?.(own) ?? condition;
  const unlimited = request.unlimitedRoles;
  return [
    `DROP POLICY IF EXISTS ${POLICY} ON ${table}`,
    `DROP POLICY IF EXISTS ${UNLIMITED} ON ${table}`,
    `CREATE POLICY ${POLICY} ON ${table} TO ${listed(request.roles)} USING (${condition}) WITH CHECK (${check})`,
    ...(unlimited.length === 0
      ? []
      : [`CREATE POLICY ${UNLIMITED} ON ${table} TO ${listed(unlimited)} USING (true) WITH CHECK (true)`]),
    // The owner is not limited, and pays nothing: it is not forced.
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  ];
}

/** What the roles had before is taken back, so that a role which may only read any more cannot write. */
function grants(request: ReadRequest, full: Full): readonly string[] {
  const roles = listed(request.roles);
  const readable = OWNED.filter(({ name }) => !WITHHELD.has(name)).map(({ name }) => name);
  const on = (names: readonly string[]) => names.map(full).join(', ');
  const writable = OWNED.filter(({ written }) => written).map(({ name }) => name);
  return [
    ...revoked(request, full),
    `GRANT SELECT ON ${on([...readable, ...SHARED])} TO ${roles}`,
    ...(request.access === 'write'
      ? [
          `GRANT INSERT, UPDATE, DELETE ON ${on(writable)} TO ${roles}`,
          `GRANT INSERT, UPDATE ON ${on(['workflow_graphs'])} TO ${roles}`,
          `GRANT INSERT ON ${on(['event_log'])} TO ${roles}`,
        ]
      : []),
  ];
}

function removed(request: ReadRequest, full: Full): readonly string[] {
  return [
    // First, or the roles would see everything once the policies are gone.
    ...revoked(request, full),
    ...OWNED.flatMap(({ name }) => [
      `ALTER TABLE ${full(name)} DISABLE ROW LEVEL SECURITY`,
      `DROP POLICY IF EXISTS ${POLICY} ON ${full(name)}`,
      `DROP POLICY IF EXISTS ${UNLIMITED} ON ${full(name)}`,
    ]),
  ];
}

function revoked({ roles }: ReadRequest, full: Full): readonly string[] {
  const names = [...OWNED.map(({ name }) => name), ...SHARED, ...INTERNAL];
  return [`REVOKE ALL ON ${names.map(full).join(', ')} FROM ${listed(roles)}`];
}

function listed(roles: readonly string[]): string {
  return roles.map(quoted).join(', ');
}

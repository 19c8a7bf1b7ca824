import type { TenantScope } from '@scheduler/contracts/adapter';
import { raw, type Sql, sql } from '../sql/sql.js';

/** The rows of one tenant, or everybody's. Part of every query that a caller can ask for. */
export function inScope(tenant: TenantScope, table?: string): Sql {
  const column = raw(table === undefined ? 'tenant' : `${table}.tenant`);
  return tenant === null ? raw('1 = 1') : sql`${column} = ${tenant}`;
}

import { checkScope, type TenantScope } from '@scheduler/contracts/adapter';
import { raw, type Sql, sql } from '../../sql/sql.js';

/** A condition: the row belongs to the tenant. Null: all tenants. It is part of every query of a caller. */
export function inScope(tenant: TenantScope, table?: string): Sql {
  const column = raw(table === undefined ? 'tenant' : `${table}.tenant`);
  return checkScope(tenant) === null ? raw('1 = 1') : sql`${column} = ${tenant}`;
}

import { TenantInvalid } from '../errors/tenant-errors.js';

/** The tenant whose rows a query sees. Null: all tenants. It is required in every query, so that it cannot be forgotten. */
export type TenantScope = string | null;

const PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:@-]*$/;
/** What the columns of every store hold. */
const MAX_LENGTH = 255;

/** The rule for tenants in words, for messages. */
export const TENANT_RULE = `letters, digits and any of . _ : @ - , starting with a letter or a digit, at most ${MAX_LENGTH} characters, such as 'acme'`;

export function isTenant(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH && PATTERN.test(value);
}

/**
 * The value, if it is a tenant. Throws TenantInvalid for everything else, so that a tenant that is missing never means all tenants.
 *
 * @example
 * const scheduler = node.scheduler.forTenant(toTenant(request.headers['x-tenant']));
 */
export function toTenant(value: unknown): string {
  if (isTenant(value)) return value;
  const problem = value === undefined || value === null ? 'is missing' : 'is not a tenant';
  throw new TenantInvalid({ field: 'tenant', value, problem, accepted: TENANT_RULE });
}

/** The scope of a tenant within a scope: who sees one tenant cannot get to another. */
export function narrowScope(scope: TenantScope, value: unknown): string {
  const tenant = toTenant(value);
  if (scope === null || scope === tenant) return tenant;
  throw new TenantInvalid({
    field: 'tenant',
    value: tenant,
    problem: 'is another tenant than the one of this scheduler, which can only be narrowed',
    accepted: `'${scope}'`,
  });
}

/** Null for all tenants, or a tenant. A store is called by others than core too, and a forgotten scope must not be one that sees something. */
export function checkScope(scope: TenantScope): TenantScope {
  if (scope === null || (typeof scope === 'string' && scope !== '')) return scope;
  throw new TenantInvalid({
    field: 'tenant',
    value: scope,
    problem: scope === undefined ? 'is missing' : 'is not a scope',
    accepted: 'null for all tenants, or a tenant',
  });
}

import { checkScope, type TenantScope } from '../values/tenant.js';

/** Whether a row of a tenant is visible in a scope. A scope of null sees everything. */
export function isInScope(owned: { readonly tenant: string | null }, scope: TenantScope): boolean {
  return checkScope(scope) === null || owned.tenant === scope;
}

import type { TenantScope } from '../values/tenant-scope.js';

/** Whether somebody who asks for one tenant sees it. A scope of null sees everything. */
export function isInScope(owned: { readonly tenant: string | null }, scope: TenantScope): boolean {
  return scope === null || owned.tenant === scope;
}

import type { TenantScope } from '@scheduler/contracts/adapter';

export function isInScope(owned: { readonly tenant: string | null }, scope: TenantScope): boolean {
  return scope === null || owned.tenant === scope;
}

import type { TenantScope } from '@scheduler/contracts/adapter';

export function isInScope(owned: { readonly tenant: string | null }, scope: TenantScope): boolean {
  return scope === null || owned.tenant === scope;
}

/** As an argument of a step. */
export function scopeOf(scope: TenantScope): string {
  return scope === null ? '' : `=${scope}`;
}

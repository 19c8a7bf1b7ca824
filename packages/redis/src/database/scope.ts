import type { TenantScope } from '@scheduler/contracts/adapter';

export function isInScope(owned: { readonly tenant: string | null }, scope: TenantScope): boolean {
  return scope === null || owned.tenant === scope;
}

/** A tenant scope as an argument of a script. */
export function scopeOf(scope: TenantScope): string {
  return scope === null ? '' : `=${scope}`;
}

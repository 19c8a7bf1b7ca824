import { checkScope, type TenantScope } from '@scheduler/contracts/adapter';

export { isInScope } from '@scheduler/contracts/adapter';

/** A tenant scope as an argument of a script. */
export function scopeOf(scope: TenantScope): string {
  return checkScope(scope) === null ? '' : `=${scope}`;
}

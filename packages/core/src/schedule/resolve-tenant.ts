import { ScheduleInvalid } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';

/** The tenant of something new. A caller that acts for one tenant cannot create anything for another. */
export function resolveTenant(requested: string | undefined, scope: TenantScope): string | null {
  if (scope === null || requested === undefined || requested === scope) return requested ?? scope;
  throw new ScheduleInvalid({
    field: 'tenant',
    value: requested,
    problem: 'is another tenant',
    accepted: `${scope}, or nothing`,
  });
}

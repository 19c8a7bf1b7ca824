import { ScheduleInvalid } from '@scheduler/contracts';
import type { TenantScope } from '@scheduler/contracts/adapter';

/** Whoever acts for one tenant cannot make anything for another. */
export function resolveTenant(asked: string | undefined, scope: TenantScope): string | null {
  if (scope === null || asked === undefined || asked === scope) return asked ?? scope;
  throw new ScheduleInvalid({
    field: 'tenant',
    value: asked,
    problem: 'is not yours',
    accepted: `${scope}, or nothing`,
  });
}

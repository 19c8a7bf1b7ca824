import { isTenant, type Scheduler, TENANT_RULE } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { z } from 'zod';
import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';

export const tenantField = z
  .custom<string>(isTenant, `is not a tenant; accepted: ${TENANT_RULE}`)
  .meta({ type: 'string', maxLength: 255 });

interface Caller {
  readonly principal: Principal;
  readonly node: SchedulerNode;
}

/**
 * The tenant of what a request creates or looks for: that of the principal. A principal that sees all tenants may name one; a principal of one
 * tenant may only name its own, and learns nothing about others.
 */
export function tenantOf({ tenant }: Principal, requested: string | undefined): string | null {
  if (tenant === null) return requested ?? null;
  if (requested === undefined || requested === tenant) return tenant;
  throw new HttpError(403, 'FORBIDDEN', 'platform_id: is another tenant than that of the credential');
}

/** The scheduler as the principal sees it, limited to the tenant that the request names. */
export function schedulerOf({ principal, node }: Caller, requested: string | undefined): Scheduler {
  const tenant = tenantOf(principal, requested);
  return tenant === null ? node.scheduler : node.scheduler.forTenant(tenant);
}

/** A service of the node, limited to the tenant of the principal. */
export function ownOf<T extends { forTenant(tenant: string): T }>(service: T, { tenant }: Principal): T {
  return tenant === null ? service : service.forTenant(tenant);
}

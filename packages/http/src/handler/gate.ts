import { isAllowed, requirePermission } from '@scheduler/core';
import type { Authenticator, ConnectionInfo } from '../access/connection.js';
import { checkPrincipal, type Principal } from '../access/principal.js';
import type { RequestRate } from '../access/request-rate.js';
import { refuseForeignWrite } from '../access/same-origin.js';
import { HttpError } from '../problems/http-error.js';
import { isWrite, neededPermission, PUBLIC, type Route } from '../declare/route.js';

/** Nobody: the principal of routes that are open to everybody. It sees nothing. */
export const NOBODY: Principal = Object.freeze({
  id: 'nobody',
  kind: 'application',
  tenant: null,
  permissions: [],
});

export interface GateParts {
  readonly authenticate: Authenticator<Principal>;
  readonly rate: RequestRate;
  readonly readOnly: boolean;
  /** Whether routes that are open to everybody are so here. */
  readonly openProbes: boolean;
}

/** The one way into the API: each request passes here, whatever its route, its framework and its answer are. */
export class Gate {
  constructor(private readonly parts: GateParts) {}

  /** Throws a problem 401 for a request without a valid credential, and 429 for one too many. */
  async identify(request: Request, connection: ConnectionInfo): Promise<Principal> {
    const principal = await this.parts.authenticate(request, connection);
    if (principal === null || principal === undefined)
      throw new HttpError(401, 'UNAUTHENTICATED', 'a valid credential is needed', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    const checked = checkPrincipal(principal);
    this.parts.rate.take(`${checked.kind}:${checked.tenant ?? ''}:${checked.id}`);
    return checked;
  }

  isOpen({ permission }: Route): boolean {
    return permission === PUBLIC && this.parts.openProbes;
  }

  /** Throws a problem 403 unless the principal may call the route. */
  admit(principal: Principal, route: Route, request: Request): void {
    if (isWrite(route)) refuseForeignWrite(request);
    const needed = neededPermission(route);
    if (needed !== null) requirePermission(principal, needed);
    if (route.tenants === 'all' && principal.tenant !== null)
      throw new HttpError(
        403,
        'FORBIDDEN',
        'this is about all tenants, and the credential is for one of them',
      );
    if (this.parts.readOnly && isWrite(route)) throw new HttpError(403, 'READ_ONLY', 'this API is read-only');
  }

  /** Whether the credential of a request that is being answered still lets the same principal call the route. */
  async stillAdmits(
    { id, tenant }: Principal,
    route: Route,
    { request, connection }: { readonly request: Request; readonly connection: ConnectionInfo },
  ): Promise<boolean> {
    const now = await this.parts.authenticate(request, connection);
    if (now === null || now === undefined || now.id !== id || now.tenant !== tenant) return false;
    const needed = neededPermission(route);
    return needed === null || isAllowed(now, needed);
  }
}

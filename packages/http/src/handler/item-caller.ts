import type { ConnectionInfo } from '../access/connection.js';
import type { Call, ItemCaller, Route } from '../declare/route.js';
import { HttpError } from '../problems/http-error.js';
import { audited, type AuditParts } from './audited.js';
import type { Gate } from './gate.js';

export interface ItemCallerParts extends AuditParts {
  readonly gate: Gate;
  readonly connection: ConnectionInfo;
}

/** Calls routes for single objects in the name of a request: the same gate, the same code and the same records as for a request of its own. */
export function itemCaller(call: Omit<Call, 'items'>, parts: ItemCallerParts): ItemCaller {
  const { gate, connection } = parts;
  const { principal, request } = call;
  // What the headers of the request say, such as If-Match, is not about its items.
  const bare = new Request(request.url);
  const items: ItemCaller = {
    admit: (route) => gate.admit(principal, route, request),
    call: async (route, { params, body, tenant, reason }) => {
      gate.admit(principal, route, request);
      if (!(await gate.stillAdmits(principal, route, { request, connection })))
        throw new HttpError(403, 'FORBIDDEN', 'the credential does not allow this any more');
      const scheduler = tenant === null ? call.scheduler : call.scheduler.forTenant(tenant);
      const item = {
        ...call,
        principal: { ...principal, tenant },
        scheduler,
        params,
        body: body ?? emptyBodyOf(route),
        request: bare,
        items,
      };
      return audited(route, item, { ...parts, reason });
    },
  };
  return items;
}

/** What a request without a body means to the route. */
function emptyBodyOf({ body, bodyRequired }: Route): unknown {
  return bodyRequired === false ? body?.parse({}) : undefined;
}

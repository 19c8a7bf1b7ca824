import { isPermission, type SchedulerNode } from '@scheduler/core';
import { bearerToken } from './bearer-token.js';
import type { Authenticator } from './connection.js';
import type { Principal } from './principal.js';

/** Tells API keys from the tokens of an application. */
const PREFIX = 'sch_';

/** Lets in who shows an API key of the node, and asks the application about everybody else. */
export function withApiKeys(
  node: SchedulerNode,
  others: Authenticator<Principal> | undefined,
): Authenticator<Principal> {
  return async (request, connection) => {
    const token = bearerToken(request);
    if (token === null || !token.startsWith(PREFIX)) return (await others?.(request, connection)) ?? null;
    const key = await node.access.apiKeys.verify(token);
    if (key === null) return null;
    // A permission that this version does not know any more allows nothing.
    return {
      id: key.id,
      kind: 'api_key',
      tenant: key.tenant,
      permissions: key.permissions.filter(isPermission),
    };
  };
}

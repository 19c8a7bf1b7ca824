import { randomBytes } from 'node:crypto';
import { HttpError } from '../problems/http-error.js';
import { bearerToken, equalSecrets } from './bearer-token.js';
import { type Authenticator, type ConnectionInfo, isForLocalHost, isLoopback } from './connection.js';
import { PRESETS } from '@scheduler/core';
import type { Principal } from './principal.js';

/** The access of a handler that nobody configured: this machine only, with a token that is new at each start. */
export interface LocalAccess {
  /** To be printed where only the operator sees it. */
  readonly token: string;
  readonly authenticate: Authenticator<Principal>;
  /** Throws a problem 403 for a request that is not from this machine. */
  readonly refuseOthers: (request: Request, connection: ConnectionInfo) => void;
}

const TOKEN_BYTES = 32;
const OPERATOR: Principal = Object.freeze({
  id: 'local',
  kind: 'local',
  tenant: null,
  permissions: PRESETS.admin,
});

export function localAccess(): LocalAccess {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return {
    token,
    refuseOthers,
    authenticate: (request, connection) => {
      refuseOthers(request, connection);
      const given = bearerToken(request);
      return given !== null && equalSecrets(given, token) ? OPERATOR : null;
    },
  };
}

/** An address that is not known is refused too: a mount that does not tell it must not open what is meant for this machine alone. */
function refuseOthers(request: Request, { remoteAddress }: ConnectionInfo): void {
  if (isLoopback(remoteAddress) && isForLocalHost(request)) return;
  throw new HttpError(
    403,
    'ACCESS_NOT_CONFIGURED',
    'access is not configured, so that only this machine is served; give createHandler an authenticate',
  );
}

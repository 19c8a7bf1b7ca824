import type * as Jose from 'jose';
import { bearerToken } from '../access/bearer-token.js';
import type { Authenticator } from '../access/connection.js';
import type { Principal } from '../access/principal.js';
import { HttpError } from '../problems/http-error.js';
import { type CheckedJwtOptions, checkJwtOptions, type JwtOptions } from './jwt-options.js';
import type { JwtClaims } from './jwt-claims.js';
import { principalOfClaims } from './principal-of-claims.js';

/** Says that a token is not valid. Everything else says that it could not be checked. */
const REFUSED =
  /^ERR_(?:JWT_|JWS_|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE_MATCHING_KEYS|JOSE_ALG_NOT_ALLOWED|JOSE_NOT_SUPPORTED)/;
const TIMEOUT_MS = 5_000;

/**
 * An `authenticate` for tokens of an identity provider (OAuth 2, OpenID Connect): `Authorization: Bearer` with a JWT. Its signature is checked
 * by the keys of the provider and the algorithms that are configured, whatever the token says of itself; issuer, audience and expiry must be
 * right. Needs the package `jose`.
 *
 * @example
 * const authenticate = jwtAuthenticator({
 *   jwksUrl: 'https://id.example.com/.well-known/jwks.json',
 *   issuer: 'https://id.example.com/',
 *   audience: 'scheduler',
 *   tenant: 'org_id',
 *   presets: { 'scheduler:operator': 'operator' },
 * });
 * const handler = createHandler({ node, authenticate });
 */
export function jwtAuthenticator(given: JwtOptions): Authenticator<Principal> {
  const options = checkJwtOptions(given);
  let verifier: Promise<Verifier> | null = null;
  return async (request) => {
    const token = bearerToken(request);
    if (token === null) return null;
    verifier ??= verifierOf(options);
    const claims = await (await verifier)(token);
    return claims === null ? null : principalOfClaims(claims, options);
  };
}

/** The claims of a token. Null: it is not valid. */
type Verifier = (token: string) => Promise<JwtClaims | null>;

async function verifierOf(options: CheckedJwtOptions): Promise<Verifier> {
  // It has ES modules only, so that it cannot be required everywhere; and who has no JWTs needs not install it.
  const jose = await import('jose');
  const keys = keysOf(jose, options);
  const { issuer, audience, algorithms, type, toleranceSeconds } = options;
  return async (token) => {
    try {
      const { payload } = await jose.jwtVerify(token, keys, {
        issuer,
        audience: typeof audience === 'string' ? audience : [...audience],
        algorithms: [...algorithms],
        clockTolerance: toleranceSeconds,
        requiredClaims: ['exp', 'sub'],
        ...(type === undefined ? {} : { typ: type }),
      });
      return payload;
    } catch (error) {
      if (REFUSED.test(codeOf(error))) return null;
      throw unavailable(error);
    }
  };
}

function keysOf(jose: typeof Jose, { jwksUrl, keys = [] }: CheckedJwtOptions): Jose.JWTVerifyGetKey {
  if (jwksUrl !== undefined)
    return jose.createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: TIMEOUT_MS });
  return jose.createLocalJWKSet({ keys: keys as Jose.JSONWebKeySet['keys'] });
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The caller is not told where keys come from; the cause is for the log. */
function unavailable(cause: unknown): HttpError {
  const error = new HttpError(
    503,
    'IDENTITY_UNAVAILABLE',
    'the keys by which tokens are checked cannot be read; try again later',
    { headers: { 'retry-after': '5' } },
  );
  error.cause = cause;
  return error;
}

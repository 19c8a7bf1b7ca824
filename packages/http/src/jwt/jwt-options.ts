import { ConfigurationInvalid, type DurationInput, toMilliseconds } from '@scheduler/contracts';
import {
  accepting,
  checkInput,
  type Check,
  duration,
  either,
  fields,
  isFunction,
  listOf,
  nullable,
  optional,
  text,
} from '@scheduler/contracts/adapter';
import { PRESET_NAMES, type Preset } from '@scheduler/core';
import type { JwtClaims } from './jwt-claims.js';

/** Asymmetric ones only: with a shared secret whoever checks tokens can make them, and a public key could be taken for that secret. */
export const JWT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

export type JwtAlgorithm = (typeof JWT_ALGORITHMS)[number];

export interface JwtOptions {
  /** Where the identity provider publishes its keys. Either this or `keys`. */
  readonly jwksUrl?: string;
  /** Public keys as JWKs. */
  readonly keys?: readonly object[];
  /** The `iss` that a token must have. */
  readonly issuer: string;
  /** The `aud` that a token must have, or one of them. */
  readonly audience: string | readonly string[];
  /** Which signatures are accepted, whatever a token says of itself. Default: RS256, ES256 and EdDSA. */
  readonly algorithms?: readonly JwtAlgorithm[];
  /** The `typ` that a token must have, such as `at+jwt`, so that tokens of another kind are not taken. Default: any. */
  readonly type?: string;
  /** How far the clocks of this machine and the issuer may be apart, at most 5 minutes. Default: 5 s. */
  readonly clockTolerance?: DurationInput;
  /**
   * The claim that names the tenant, or a function of the claims; a token without it is refused. Null: every token sees all tenants. There is
   * no default.
   */
  readonly tenant: string | null | ((claims: JwtClaims) => string | null | undefined);
  /**
   * The claim that lists permissions, as a list or as a text with spaces, or a function of the claims. What is not the exact name of a
   * permission, nor in `presets`, gives nothing. Default: `scope`.
   */
  readonly permissions?: string | ((claims: JwtClaims) => readonly string[]);
  /** Presets by the values of that claim, such as `{ 'scheduler-operators': 'operator' }`. */
  readonly presets?: Readonly<Record<string, Preset>>;
}

export interface CheckedJwtOptions extends JwtOptions {
  readonly algorithms: readonly JwtAlgorithm[];
  readonly toleranceSeconds: number;
}

const DEFAULT_ALGORITHMS: readonly JwtAlgorithm[] = ['RS256', 'ES256', 'EdDSA'];
const LONGEST = 2_000;
const MOST_TOLERANCE_MS = 300_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const jwksUrl: Check = accepting(
  isJwksUrl,
  'is not an address for keys',
  'an https address, or http on this machine',
);
const publicKey: Check = accepting(
  isPublicKey,
  'is not a public key',
  'a JWK of an RSA, EC or OKP key without its private part',
);
const algorithm: Check = accepting(
  (value) => JWT_ALGORITHMS.includes(value as JwtAlgorithm),
  'is not accepted',
  JWT_ALGORITHMS.join(', '),
);
const presetsByValue: Check = accepting(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((name) => PRESET_NAMES.includes(name as Preset)),
  'is not a table of presets',
  `{ 'a value of the claim': ${PRESET_NAMES.map((name) => `'${name}'`).join(' | ')} }`,
);
const claim = text(LONGEST);

const OPTIONS = fields(
  {
    jwksUrl: optional(jwksUrl),
    keys: optional(listOf(publicKey, 'a list of public keys as JWKs')),
    issuer: text(LONGEST),
    audience: either(text(LONGEST), listOf(text(LONGEST), 'a list of texts')),
    algorithms: optional(listOf(algorithm, 'a list of algorithms')),
    type: optional(text(LONGEST)),
    clockTolerance: optional(duration()),
    tenant: nullable(either(claim, isFunction('a function (claims) => tenant'))),
    permissions: optional(either(claim, isFunction('a function (claims) => permissions'))),
    presets: optional(presetsByValue),
  },
  '{ jwksUrl, issuer, audience, tenant, … }',
);

/** Throws ConfigurationInvalid for what is missing, wrong or not known. */
export function checkJwtOptions(options: JwtOptions): CheckedJwtOptions {
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const { jwksUrl: url, keys, audience, algorithms = DEFAULT_ALGORITHMS } = options;
  if ((url === undefined) === (keys === undefined))
    refuse('jwksUrl', 'and keys are both given, or both missing', 'one of them');
  if (keys?.length === 0) refuse('keys', 'is empty', 'at least one key');
  if (algorithms.length === 0) refuse('algorithms', 'is empty', JWT_ALGORITHMS.join(', '));
  if (audience.length === 0) refuse('audience', 'is empty', 'a text, or a list of texts');
  const toleranceMs = options.clockTolerance === undefined ? 5_000 : toMilliseconds(options.clockTolerance);
  if (toleranceMs > MOST_TOLERANCE_MS) refuse('clockTolerance', 'is too long', 'at most 5 minutes');
  return { ...options, algorithms: [...algorithms], toleranceSeconds: toleranceMs / 1_000 };
}

function refuse(field: string, problem: string, accepted: string): never {
  throw new ConfigurationInvalid({ field: `options.${field}`, value: undefined, problem, accepted });
}

function isJwksUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

function isPublicKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('kty' in value)) return false;
  return ['RSA', 'EC', 'OKP'].includes(String(value.kty)) && !('d' in value) && !('k' in value);
}

import { AccessInvalid, type ApiKey, ApiKeyNotFound, PermissionDenied } from '@scheduler/contracts';
import { isInScope, narrowScope, type TenantScope } from '@scheduler/contracts/adapter';
import type { z } from 'zod';
import { argument, checkArguments, rejecting } from '../support/input/arguments.js';
import { byItsSchema } from '../support/input/common-arguments.js';
import { readInput } from '../support/input/read-input.js';
import type { AccessParts } from './access-parts.js';
import { apiKeyByIdSchema, apiKeyQuerySchema, newApiKeySchema } from './api-key-schema.js';
import { formatToken, hashOf, hasHash, readToken } from './api-key-token.js';
import type { ApiKeyUses } from './api-key-uses.js';
import { readCursor, toCursor } from './cursor.js';
import { expandPermissions, type Grants, type Permission, type Preset, PRESETS } from './permissions.js';

/** A key without the hash of its secret, which nobody needs to see. */
export type ApiKeyDetails = Omit<ApiKey, 'secretHash'>;

export interface NewApiKey {
  readonly name: string;
  /** The tenant whose data the key reaches. Null: the data of all tenants. */
  readonly tenant: string | null;
  /** Names such as `jobs:read`, and patterns such as `jobs:*`. Instead of a preset. */
  readonly permissions?: readonly string[];
  readonly preset?: Preset;
  /** Default: it does not expire. */
  readonly expiresAt?: Date | null;
  /** The id of the principal that creates it. Default: unknown. */
  readonly createdBy?: string | null;
  /** Who creates it, where the key must not be able to do more. Default: it may be able to do anything. */
  readonly within?: Grants & { readonly tenant: TenantScope };
}

export interface CreatedApiKey {
  readonly key: ApiKeyDetails;
  /** What a program shows to be let in: `sch_<id>_<secret>`. It cannot be read again. */
  readonly token: string;
}

export interface ApiKeyQuery {
  /** Null: the keys of all tenants, and those that reach all of them. */
  readonly tenant: TenantScope;
  /** Default: 50. */
  readonly limit?: number;
  /** What the page before gave as `next`. */
  readonly after?: string;
}

export interface ApiKeyReference {
  readonly id: string;
  readonly tenant: TenantScope;
}

/** A part of a list, newest first. */
export interface CursorPage<T> {
  readonly items: readonly T[];
  /** Where the next page begins. Null: this is the last one. */
  readonly next: string | null;
}

/** Creates, verifies and revokes the keys by which programs reach the API. */
export class ApiKeys {
  static {
    const [key, reference] = [argument('key', byItsSchema), argument('reference', byItsSchema)];
    checkArguments<ApiKeys>(ApiKeys, {
      create: rejecting(AccessInvalid, key),
      verify: rejecting(AccessInvalid, argument('token', byItsSchema)),
      get: rejecting(AccessInvalid, reference),
      list: rejecting(AccessInvalid, argument('query', byItsSchema)),
      revoke: rejecting(AccessInvalid, reference),
    });
  }

  constructor(
    private readonly parts: AccessParts,
    private readonly uses: Pick<ApiKeyUses, 'record'>,
  ) {}

  /** Throws AccessInvalid, and PermissionDenied or TenantInvalid for a key that could do more than the one who creates it. */
  async create(key: NewApiKey): Promise<CreatedApiKey> {
    const input = readInput({
      schema: newApiKeySchema,
      value: key,
      error: AccessInvalid,
      subject: 'key',
      known: Object.keys(newApiKeySchema.shape),
    });
    const createdAt = this.now();
    const permissions = permissionsOf(input);
    if (input.within !== undefined) refuseMore({ tenant: input.tenant, permissions }, input.within);
    refusePast(input.expiresAt, createdAt);
    const { name, tenant, createdBy, expiresAt } = input;
    const [id, secret] = [this.parts.ids.next().replace(/[^A-Za-z0-9]/g, ''), this.parts.secrets.next()];
    const details = {
      id,
      name,
      tenant,
      permissions,
      createdAt,
      createdBy,
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
    };
    await this.parts.access.apiKeys.add({ key: { ...details, secretHash: hashOf(secret) } });
    return { key: details, token: formatToken({ id, secret }) };
  }

  /** The key of a token, and its use is remembered. Null: it lets nobody in, for whatever reason. */
  async verify(token: unknown): Promise<ApiKeyDetails | null> {
    const shown = readToken(token);
    if (shown === null) return null;
    const key = await this.parts.access.apiKeys.find({ id: shown.id });
    const isRight = hasHash(shown.secret, key?.secretHash ?? null);
    const now = this.now();
    if (key === null || !isRight || !isValid(key, now)) return null;
    this.uses.record(key, now);
    return detailsOf(key);
  }

  /** Throws ApiKeyNotFound. */
  async get(reference: ApiKeyReference): Promise<ApiKeyDetails> {
    const { id, tenant } = readReference(reference);
    const key = await this.parts.access.apiKeys.find({ id });
    if (key === null || !isInScope(key, tenant)) throw new ApiKeyNotFound(id);
    return detailsOf(key);
  }

  /** Newest first, with those that are expired or revoked. */
  async list(query: ApiKeyQuery): Promise<CursorPage<ApiKeyDetails>> {
    const { tenant, limit, after } = readInput({
      schema: apiKeyQuerySchema,
      value: query,
      error: AccessInvalid,
      subject: 'query',
      known: Object.keys(apiKeyQuerySchema.shape),
    });
    const keys = await this.parts.access.apiKeys.list({ tenant, limit, ...afterOf(after) });
    const last = keys.length < limit ? undefined : keys.at(-1);
    return {
      items: keys.map(detailsOf),
      next: last === undefined ? null : toCursor({ at: last.createdAt, id: last.id }),
    };
  }

  /** From now on it lets nobody in. One that was revoked before keeps its time. Throws ApiKeyNotFound. */
  async revoke(reference: ApiKeyReference): Promise<ApiKeyDetails> {
    const { id, tenant } = readReference(reference);
    const key = await this.parts.access.apiKeys.revoke({ id, tenant, at: this.now() });
    if (key === null) throw new ApiKeyNotFound(id);
    return detailsOf(key);
  }

  private now(): Date {
    return new Date(this.parts.storeTime.now());
  }
}

/** Whether it lets somebody in at an instant. */
export function isValid({ expiresAt, revokedAt }: ApiKeyDetails, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function detailsOf({ secretHash: _, ...details }: ApiKey): ApiKeyDetails {
  return details;
}

function readReference(reference: ApiKeyReference): ApiKeyReference {
  return readInput({
    schema: apiKeyByIdSchema,
    value: reference,
    error: AccessInvalid,
    subject: 'reference',
    known: Object.keys(apiKeyByIdSchema.shape),
  });
}

function afterOf(after: string | undefined) {
  if (after === undefined) return {};
  const { at, id } = readCursor(after);
  return { after: { createdAt: at, id } };
}

function permissionsOf({ permissions, preset }: z.output<typeof newApiKeySchema>): readonly Permission[] {
  if (permissions !== undefined && preset === undefined && permissions.length > 0)
    return expandPermissions(permissions);
  if (permissions === undefined && preset !== undefined) return [...PRESETS[preset]];
  const problem = preset === undefined ? 'allow nothing' : 'are given beside a preset';
  throw new AccessInvalid({
    field: 'permissions',
    value: permissions,
    problem,
    accepted: `at least one permission such as jobs:read, or one of the presets ${Object.keys(PRESETS).join(', ')}`,
  });
}

function refuseMore(
  key: { readonly tenant: TenantScope; readonly permissions: readonly Permission[] },
  within: Grants & { readonly tenant: TenantScope },
): void {
  if (within.tenant !== null) narrowScope(within.tenant, key.tenant);
  const more = key.permissions.find((permission) => !within.permissions.includes(permission));
  if (more !== undefined) throw new PermissionDenied(more);
}

function refusePast(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new AccessInvalid({
    field: 'expiresAt',
    value: expiresAt,
    problem: 'is in the past',
    accepted: 'an instant in the future, or null for a key that does not expire',
  });
}

import { type ApiKey, ApiKeyAlreadyExists } from '@scheduler/contracts';
import {
  type ApiKeyRepository,
  type ApiKeyUse,
  checkScope,
  type ListApiKeys,
  parseJson,
  type RevokeApiKey,
} from '@scheduler/contracts/adapter';
import { fromDate, toDate, toDateOrNull, toTextOrNull } from '../database/hash-values.js';
import { inChunks } from '../database/in-chunks.js';
import { type FieldValues, readHashes } from '../database/read-hashes.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { scopeOf } from '../database/scope.js';
import { ADD_KEY, DELETE_KEYS, REVOKE_KEY, TOUCH_KEYS } from './api-key-steps.js';
import { idOfMember, memberOf, newestMembers } from './time-index.js';

/** The fields of a key in its hash. Instants are milliseconds. An empty text stands for null. */
const FIELDS = [
  'hash',
  'name',
  'tenant',
  'permissions',
  'created',
  'created_by',
  'expires',
  'used',
  'revoked',
] as const;

/** API keys on Redis. */
export class RedisApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly database: RedisDatabase) {}

  async add({ key }: { readonly key: ApiKey }): Promise<void> {
    const fields = Object.entries(toHash(key)).flat();
    const args = [key.id, key.tenant ?? '', memberOf(key.createdAt, key.id), ...fields];
    if ((await this.database.run(ADD_KEY, args)) === 0) throw new ApiKeyAlreadyExists(key.id);
  }

  async find({ id }: { readonly id: string }): Promise<ApiKey | null> {
    const [key] = await this.read([id]);
    return key ?? null;
  }

  async list({ tenant, limit, after }: ListApiKeys): Promise<readonly ApiKey[]> {
    const scope = checkScope(tenant);
    const members = await newestMembers(this.database, {
      index: scope === null ? 'access:keys' : `access:keys:of:${scope}`,
      after: after === undefined ? undefined : memberOf(after.createdAt, after.id),
      limit,
    });
    return this.read(members.map(idOfMember));
  }

  async revoke({ id, tenant, at }: RevokeApiKey): Promise<ApiKey | null> {
    const isFound = await this.database.run(REVOKE_KEY, [id, scopeOf(tenant), at.getTime()]);
    return isFound === 1 ? this.find({ id }) : null;
  }

  async touch({ uses }: { readonly uses: readonly ApiKeyUse[] }): Promise<void> {
    for (const chunk of inChunks(uses)) {
      const args = chunk.flatMap(({ id, at }) => [id, at.getTime()]);
      await this.database.run(TOUCH_KEYS, [chunk.length, ...args]);
    }
  }

  async deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }) {
    const members = await newestMembers(this.database, {
      index: `access:keys:of:${tenant}`,
      after: undefined,
      limit,
    });
    for (const chunk of inChunks(members)) {
      const args = chunk.flatMap((member) => [member, idOfMember(member)]);
      await this.database.run(DELETE_KEYS, [tenant, chunk.length, ...args]);
    }
    return members.length;
  }

  private async read(ids: readonly string[]): Promise<readonly ApiKey[]> {
    const keys: ApiKey[] = [];
    let position = 0;
    const names = ids.map((id) => `access:key:${id}`);
    for await (const values of readHashes(this.database, names, FIELDS)) {
      const key = fromValues(ids[position] ?? '', values);
      position += 1;
      if (key !== null) keys.push(key);
    }
    return keys;
  }
}

function toHash(key: ApiKey): Readonly<Record<(typeof FIELDS)[number], string>> {
  return {
    hash: key.secretHash,
    name: key.name,
    tenant: key.tenant ?? '',
    permissions: JSON.stringify(key.permissions),
    created: fromDate(key.createdAt),
    created_by: key.createdBy ?? '',
    expires: fromDate(key.expiresAt),
    used: fromDate(key.lastUsedAt),
    revoked: fromDate(key.revokedAt),
  };
}

/** Null: it does not exist. */
function fromValues(id: string, values: FieldValues): ApiKey | null {
  if (values.every((value) => value === null)) return null;
  const hash = Object.fromEntries(FIELDS.map((field, index) => [field, values[index] ?? ''])) as ReturnType<
    typeof toHash
  >;
  return {
    id,
    secretHash: hash.hash,
    name: hash.name,
    tenant: toTextOrNull(hash.tenant),
    permissions: permissionsOf(hash.permissions),
    createdAt: toDate(hash.created),
    createdBy: toTextOrNull(hash.created_by),
    expiresAt: toDateOrNull(hash.expires),
    lastUsedAt: toDateOrNull(hash.used),
    revokedAt: toDateOrNull(hash.revoked),
  };
}

/** Permissions that cannot be read are none. */
function permissionsOf(text: string): readonly string[] {
  try {
    const permissions: unknown = parseJson(text);
    return Array.isArray(permissions) ? permissions.map(String) : [];
  } catch {
    return [];
  }
}

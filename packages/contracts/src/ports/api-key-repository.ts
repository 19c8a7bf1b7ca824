import type { ApiKey } from '../access/api-key.js';
import type { TenantScope } from '../values/tenant.js';

export interface ApiKeyRepository {
  /** Throws ApiKeyAlreadyExists for an id that is taken. */
  add(request: { readonly key: ApiKey }): Promise<void>;

  /** The key of any tenant, for the one who shows it. Expired and revoked keys are found too. Null: no such key. */
  find(request: { readonly id: string }): Promise<ApiKey | null>;

  /** Newest first; of one instant, the greatest id first. */
  list(request: ListApiKeys): Promise<readonly ApiKey[]>;

  /** The key afterwards; one that was revoked before keeps its time. Null: no such key for this tenant. */
  revoke(request: RevokeApiKey): Promise<ApiKey | null>;

  /** Writes when keys were last used. An earlier time than the stored one changes nothing, and keys that are gone are ignored. */
  touch(request: { readonly uses: readonly ApiKeyUse[] }): Promise<void>;

  /** Deletes keys of a tenant. Returns how many, 0 when none is left. */
  deleteOfTenant(request: { readonly tenant: string; readonly limit: number }): Promise<number>;
}

/** Where a page ends: the next one begins after it. */
export interface ApiKeyCursor {
  readonly createdAt: Date;
  readonly id: string;
}

export interface ListApiKeys {
  /** The tenant whose keys are listed. Null: the keys of all tenants, and those that reach all of them. */
  readonly tenant: TenantScope;
  readonly limit: number;
  readonly after?: ApiKeyCursor;
}

export interface RevokeApiKey {
  readonly id: string;
  readonly tenant: TenantScope;
  readonly at: Date;
}

export interface ApiKeyUse {
  readonly id: string;
  readonly at: Date;
}

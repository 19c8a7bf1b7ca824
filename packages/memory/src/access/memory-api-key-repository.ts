import { type ApiKey, ApiKeyAlreadyExists } from '@scheduler/contracts';
import {
  type ApiKeyRepository,
  type ApiKeyUse,
  isInScope,
  type ListApiKeys,
  ownCopy,
  type RevokeApiKey,
} from '@scheduler/contracts/adapter';
import { NewestFirst } from './newest-first.js';

/** API keys in memory, which live as long as the store. */
export class MemoryApiKeyRepository implements ApiKeyRepository {
  private readonly byId = new Map<string, ApiKey>();
  private readonly sorted = new NewestFirst<ApiKey>(({ createdAt, id }) => ({ at: createdAt, id }));

  async add({ key }: { readonly key: ApiKey }): Promise<void> {
    if (this.byId.has(key.id)) throw new ApiKeyAlreadyExists(key.id);
    const own = ownCopy(key);
    this.byId.set(own.id, own);
    this.sorted.add(own);
  }

  async find({ id }: { readonly id: string }): Promise<ApiKey | null> {
    return ownCopy(this.byId.get(id) ?? null);
  }

  async list({ tenant, limit, after }: ListApiKeys): Promise<readonly ApiKey[]> {
    const from = after === undefined ? undefined : { at: after.createdAt, id: after.id };
    return ownCopy(this.sorted.page(limit, from, (key) => isInScope(key, tenant)));
  }

  async revoke({ id, tenant, at }: RevokeApiKey): Promise<ApiKey | null> {
    const stored = this.byId.get(id);
    if (stored === undefined || !isInScope(stored, tenant)) return null;
    return ownCopy(stored.revokedAt === null ? this.put(stored, { revokedAt: new Date(at) }) : stored);
  }

  async touch({ uses }: { readonly uses: readonly ApiKeyUse[] }): Promise<void> {
    for (const { id, at } of uses) {
      const stored = this.byId.get(id);
      if (stored !== undefined && (stored.lastUsedAt === null || stored.lastUsedAt < at))
        this.put(stored, { lastUsedAt: new Date(at) });
    }
  }

  async deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }) {
    const keys = this.sorted.page(limit, undefined, (key) => key.tenant === tenant);
    for (const key of keys) {
      this.byId.delete(key.id);
      this.sorted.remove(key);
    }
    return keys.length;
  }

  private put(stored: ApiKey, changes: Partial<ApiKey>): ApiKey {
    const changed = { ...stored, ...changes };
    this.byId.set(stored.id, changed);
    this.sorted.replace(stored, changed);
    return changed;
  }
}

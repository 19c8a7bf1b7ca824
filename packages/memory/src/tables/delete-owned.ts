import { ownedPrefix } from '@scheduler/contracts/adapter';

/** Deletes the entries of a tenant, whose keys begin with it. Returns how many. */
export function deleteOwned(entries: Map<string, unknown>, tenant: string): number {
  const prefix = ownedPrefix(tenant);
  const owned = [...entries.keys()].filter((key) => key.startsWith(prefix));
  for (const key of owned) entries.delete(key);
  return owned.length;
}

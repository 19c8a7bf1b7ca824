import { ownedPrefix } from '@scheduler/contracts/adapter';
import { script, type Scripts } from '../connection/script.js';

/** Arguments: what the names of the fields begin with. Returns how many fields were deleted. */
const DELETE_OWNED = script(`
local deleted = 0
for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(name, 1, #ARGV[1]) == ARGV[1] then deleted = deleted + redis.call('HDEL', KEYS[1], name) end
end
return deleted
`);

/** Deletes the circuits or the token buckets of a tenant from their hash. */
export async function deleteOwned(
  { scripts, key }: { readonly scripts: Scripts; readonly key: string },
  tenant: string,
): Promise<number> {
  return Number(await scripts.run(DELETE_OWNED, { keys: [key], args: [ownedPrefix(tenant)] }));
}

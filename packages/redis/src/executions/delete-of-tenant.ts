import type { DeletedExecutions, DeleteExecutionsOfTenant } from '@scheduler/contracts/adapter';
import { CHUNK_SIZE } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { executionStep } from './execution-step.js';

/** Arguments: the tenant, the limit. Returns how many were deleted, and how many are left. */
const DELETE_OF_TENANT = executionStep(`
local tenant, limit = next_arg(), next_number()
local index = base .. 't:' .. tenant
local deleted = 0
for _, id in ipairs(redis.call('ZRANGE', index, 0, limit - 1)) do
  local x = read_execution(id)
  if x then
    remove_execution(x)
    if logs then log_deleted('ExecutionsDeleted', 'execution', x) end
  end
  redis.call('ZREM', index, id)
  deleted = deleted + 1
end
return { deleted, redis.call('ZCARD', index) }
`);

/** What is deleted leaves the index of the tenant, so that each step begins at its start. */
export async function deleteExecutionsOfTenant(
  database: RedisDatabase,
  { tenant, limit, cause }: DeleteExecutionsOfTenant,
): Promise<DeletedExecutions> {
  const args = [tenant, Math.min(limit, CHUNK_SIZE)];
  const [deleted, left] = (await database.change(DELETE_OF_TENANT, args, cause)) as [number, number];
  return { deleted, next: left === 0 ? null : 'more' };
}

import type { Execution } from '@scheduler/contracts';
import type { ClaimExecutions, ClaimExecutionsById } from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { CLAIMING } from './lua/claiming.js';
import { executionStep } from './execution-step.js';
import { readOrQuarantine } from './read-or-quarantine.js';

/**
 * A2. Arguments: owner, length of the lease, the number of excepted types, the types, the number of lanes, and for each its queue, limit and
 * least urgent priority. Returns what was claimed, and 1 if so much was passed over that there may be more.
 */
const CLAIM = executionStep(`${CLAIMING}
read_excepted_types()
for _ = 1, next_number() do claim_lane(next_arg(), next_number(), next_number()) end
return { claimed, passed_over >= MOST_PASSED_OVER and 1 or 0 }
`);

/** A2. Arguments: owner, length of the lease, the number of excepted types, the types, the number of ids, the ids. */
const CLAIM_BY_ID = executionStep(`${CLAIMING}
read_excepted_types()
for _ = 1, next_number() do
  local x = read_whole(next_arg())
  local is_available = x and x.status == 'pending' and tonumber(x.avail) <= now and not except[x.type]
  if is_available and not closed_gate(x) and capacity_of(x.queue) > 0 then start(x) end
end
return claimed
`);

const LEAST_URGENT = 9;

export async function claim(
  database: RedisDatabase,
  { owner, leaseMs, lanes, exceptTypes = [] }: ClaimExecutions,
): Promise<readonly Execution[]> {
  const wanted = lanes.filter(({ limit }) => limit > 0);
  if (wanted.length === 0) return [];
  const args = wanted.flatMap(({ queue, limit, moreUrgentThan }) => [
    queue,
    limit,
    moreUrgentThan === undefined ? LEAST_URGENT : moreUrgentThan - 1,
  ]);
  const all = [owner, leaseMs, exceptTypes.length, ...exceptTypes, wanted.length, ...args];
  for (;;) {
    const [found, isMore] = (await database.change(CLAIM, all, owner)) as [unknown, number];
    const claimed = await readOrQuarantine(database, listsOf(found));
    // A script blocks all of Redis, so that it stops after some time. Each time it parks what it has passed over, so that this ends.
    if (claimed.length > 0 || isMore === 0) return claimed;
  }
}

export async function claimById(
  database: RedisDatabase,
  { owner, leaseMs, ids, exceptTypes = [] }: ClaimExecutionsById,
): Promise<readonly Execution[]> {
  const claimed: Execution[] = [];
  for (const chunk of inChunks(ids)) {
    const args = [owner, leaseMs, exceptTypes.length, ...exceptTypes, chunk.length, ...chunk];
    const answer = await database.change(CLAIM_BY_ID, args, owner);
    claimed.push(...(await readOrQuarantine(database, listsOf(answer))));
  }
  return claimed;
}

function listsOf(answer: unknown): readonly (readonly string[])[] {
  return answer as readonly (readonly string[])[];
}

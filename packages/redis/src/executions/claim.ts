import type { Execution } from '@scheduler/contracts';
import type { ClaimExecutions, ClaimExecutionsById } from '@scheduler/contracts/adapter';
import { inChunks } from '../database/in-chunks.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { CLAIMING } from './lua/claiming.js';
import { executionStep } from './execution-step.js';
import { type ClaimedBy, claimedFields, type Fields, fieldsFromList } from './execution-hash.js';
import { readOrQuarantine } from './read-or-quarantine.js';

/**
 * A2. Arguments: owner, length of the lease, the number of excepted types, the types, the number of lanes, and for each its queue, limit and
 * least urgent priority. Returns the time, what was claimed, and 1 if so much was passed over that there may be more.
 */
const CLAIM = executionStep(`${CLAIMING}
read_excepted_types()
for _ = 1, next_number() do claim_lane(next_arg(), next_number(), next_number()) end
return { now, claimed, passed_over >= MOST_PASSED_OVER and 1 or 0 }
`);

/** A2. Arguments: owner, length of the lease, the number of excepted types, the types, the number of ids, the ids. Returns the time and what was claimed. */
const CLAIM_BY_ID = executionStep(`${CLAIMING}
read_excepted_types()
for _ = 1, next_number() do
  local x = read_whole(next_arg())
  local is_available = x and x.status == 'pending' and tonumber(x.avail) <= now and not except[x.type]
  if is_available and not closed_gate(x) and capacity_of(x.queue) > 0 then start(x) end
end
return { now, claimed }
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
    const [now, lists, isMore] = (await database.change(CLAIM, all, owner)) as [...Claimed, number];
    const claimed = await readOrQuarantine(database, fieldsOf(lists, { owner, leaseMs, now }));
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
    const [now, lists] = (await database.change(CLAIM_BY_ID, args, owner)) as Claimed;
    claimed.push(...(await readOrQuarantine(database, fieldsOf(lists, { owner, leaseMs, now }))));
  }
  return claimed;
}

type Claimed = [now: number, lists: readonly (readonly string[])[]];

function fieldsOf(lists: Claimed[1], claim: ClaimedBy): readonly Fields[] {
  return lists.map((list) => claimedFields(fieldsFromList(list), claim));
}

import type { NextAvailable } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { firstClaimable } from './claim.js';

export function nextAvailableAt(
  database: MemoryDatabase,
  { queues, after, exceptTypes }: NextAvailable,
): Date | null {
  const except = new Set(exceptTypes);
  const nowMs = database.now().getTime();
  const afterMs = after?.getTime() ?? -Infinity;
  let earliest = Infinity;
  for (const queue of queues) {
    const lane = database.executions.lane(queue);
    if (lane === undefined) continue;
    // Parks blocked executions, so that no worker wakes up for one that cannot be claimed.
    firstClaimable(database, lane, { nowMs, except });
    earliest = Math.min(earliest, lane.earliestMs({ afterMs, except }) ?? Infinity);
  }
  return earliest === Infinity ? null : new Date(earliest);
}

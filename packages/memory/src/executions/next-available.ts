import type { MemoryDatabase } from '../database/memory-database.js';
import { firstClaimable } from './claim.js';

export function nextAvailableAt(database: MemoryDatabase, queues: readonly string[]): Date | null {
  const nowMs = database.now().getTime();
  let earliest = Infinity;
  for (const queue of queues) {
    const lane = database.executions.lane(queue);
    if (lane === undefined) continue;
    // Parks blocked executions, so that no worker wakes up for one that cannot be claimed.
    firstClaimable(database, lane, nowMs);
    earliest = Math.min(earliest, lane.earliestMs() ?? Infinity);
  }
  return earliest === Infinity ? null : new Date(earliest);
}

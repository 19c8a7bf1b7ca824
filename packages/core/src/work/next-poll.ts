import type { ExecutionRepository, StoreTime } from '@scheduler/contracts/adapter';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import type { LaneBuffer } from './lane-buffer.js';

export interface NextPollParts {
  readonly executions: Pick<ExecutionRepository, 'nextAvailableAt'>;
  readonly claims: Pick<GatedClaims, 'retryAfterMs'>;
  readonly storeTime: StoreTime;
  readonly pollIntervalMs: number;
}

/** The shortest time between two polls of a queue that a policy holds back, so that several executions are claimed at once. */
const SOONEST_LOOK_MS = 50;

/** The milliseconds until the next poll. Full lanes are not polled: they wake the loop themselves when they have capacity again. */
export async function untilNextPoll(
  parts: NextPollParts,
  asked: readonly LaneBuffer[],
  emptyRounds: number,
): Promise<number> {
  const { executions, storeTime } = parts;
  const { free, latestMs } = lanesToLookAt(parts, asked);
  if (free.length === 0) return latestMs;
  const next = await executions.nextAvailableAt({ queues: free });
  if (next === null) return latestMs;
  const delayMs = storeTime.until(next);
  // Work that is available and yet not claimable waits for another execution of its job: poll once more at once, then at the interval.
  if (delayMs === 0 && emptyRounds > 1) return latestMs;
  return Math.min(Math.max(1, delayMs), latestMs);
}

/** A lane that a policy holds back is polled when the policy expects to admit more, whatever is available in its queue. */
function lanesToLookAt({ claims, pollIntervalMs }: NextPollParts, asked: readonly LaneBuffer[]) {
  let latestMs = pollIntervalMs;
  const free: string[] = [];
  for (const { queue, wasDrained } of asked) {
    const heldMs = claims.retryAfterMs(queue);
    if (heldMs !== null) latestMs = Math.min(latestMs, Math.max(SOONEST_LOOK_MS, heldMs));
    else if (wasDrained) free.push(queue);
  }
  return { free, latestMs };
}

import type { ExecutionRepository, StoreTime } from '@scheduler/contracts/adapter';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import type { LaneBuffer } from './lane-buffer.js';

export interface NextPollParts {
  readonly executions: Pick<ExecutionRepository, 'nextAvailableAt'>;
  readonly claims: Pick<GatedClaims, 'retryAfterMs'>;
  readonly storeTime: StoreTime;
  readonly pollIntervalMs: number;
}

/** Where policies let one after the other through, they are asked for a few at once. */
const SOONEST_LOOK_MS = 50;

/** Full lanes wake the loop themselves when they have room again; the others wait for what comes next. */
export async function untilNextPoll(
  parts: NextPollParts,
  asked: readonly LaneBuffer[],
  emptyHanded: number,
): Promise<number> {
  const { executions, storeTime } = parts;
  const { free, latestMs } = lanesToLookAt(parts, asked);
  if (free.length === 0) return latestMs;
  const next = await executions.nextAvailableAt({ queues: free });
  if (next === null) return latestMs;
  const delayMs = storeTime.until(next);
  // What is there and yet cannot be claimed waits for another execution of its job: look again soon once, then by polling.
  if (delayMs === 0 && emptyHanded > 1) return latestMs;
  return Math.min(Math.max(1, delayMs), latestMs);
}

/** Lanes that policies hold back are looked at when these expect to let more through; what is available there does not matter. */
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

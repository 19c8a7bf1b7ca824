import type { ExecutionRepository, StoreTime } from '@scheduler/contracts/adapter';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import type { LaneBuffer } from './lane-buffer.js';

export interface NextPollParts {
  readonly executions: Pick<ExecutionRepository, 'nextAvailableAt'>;
  readonly claims: Pick<GatedClaims, 'retryAfterMs' | 'foreignTypes'>;
  readonly storeTime: Pick<StoreTime, 'now'>;
  readonly pollIntervalMs: number;
}

/** The shortest time between two polls of a queue that a policy holds back, so that several executions are claimed at once. */
const SOONEST_LOOK_MS = 50;

/** How far the estimated time of the store may be ahead of it. What became available within that time may only seem to be available. */
const CLOCK_TOLERANCE_MS = 50;

/** A round of claiming that has ended. */
export interface EndedRound {
  readonly asked: readonly LaneBuffer[];
  /** The time of the store, as estimated, when the round began. */
  readonly begunAtMs: number;
  /** How many rounds in a row brought nothing. */
  readonly emptyRounds: number;
}

/** The milliseconds until the next poll. Full lanes are not polled: they wake the loop themselves when they have capacity again. */
export async function untilNextPoll(parts: NextPollParts, round: EndedRound): Promise<number> {
  const { executions, storeTime } = parts;
  const { free: queues, latestMs } = lanesToLookAt(parts, round.asked);
  if (queues.length === 0) return latestMs;
  const { foreignTypes: exceptTypes } = parts.claims;
  let next = await executions.nextAvailableAt({ queues, exceptTypes });
  if (isLongAvailable(next, round.begunAtMs)) {
    // It is not claimable: it waits for another execution. Poll once more at once, then for later work.
    if (round.emptyRounds <= 1) return 1;
    // What became available while the round was under way counts as later work, however long the round took.
    const after = new Date(round.begunAtMs - CLOCK_TOLERANCE_MS);
    next = await executions.nextAvailableAt({ queues, after, exceptTypes });
  }
  if (next === null || isLongAvailable(next, round.begunAtMs)) return latestMs;
  const nowMs = storeTime.now();
  // The round did not ask for it, because it was not available yet.
  if (isLongAvailable(next, nowMs)) return 1;
  return Math.min(pollAfterMs(next, nowMs), latestMs);
}

/** Whether an execution has been available for longer than an error of the estimated time could explain. */
export function isLongAvailable(availableAt: Date | null, nowMs: number): boolean {
  return availableAt !== null && nowMs - availableAt.getTime() > CLOCK_TOLERANCE_MS;
}

/** Until an execution is available; after that instant for as long as it has passed, so that a few polls outlast a wrong estimate. */
export function pollAfterMs(availableAt: Date, nowMs: number): number {
  return Math.max(1, Math.abs(availableAt.getTime() - nowMs));
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

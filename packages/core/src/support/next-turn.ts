import type { Clock } from '@scheduler/contracts';
import { sleep } from './sleep.js';

/** How long handlers that never wait may block the event loop, which also has heartbeats to send and health checks to answer. */
export const LONGEST_TURN_MS = 10;

/** How long a turn may have taken before a claim or a write of many executions, which can take as long as the rest of a turn, waits for the next. */
const LONGEST_BEFORE_BATCH_MS = 2;

/** Resolves in the next turn of the event loop. Null: this turn has just begun, so that many executions can be claimed or written in it. */
export function nextTurnIfBlocked(clock: Clock): Promise<void> | null {
  return blockedForMs(clock) < LONGEST_BEFORE_BATCH_MS ? null : sleep(clock, 0);
}

/** How long one caller may keep the event loop to itself by calls that the store answers at once, as the memory store does. */
const LONGEST_OF_CALLER_MS = 20;

/** Resolves in the next turn of the event loop. Null: everybody else has had a turn not long ago. */
export function nextTurnIfStarved(clock: Clock): Promise<void> | null {
  return blockedForMs(clock) < LONGEST_OF_CALLER_MS ? null : sleep(clock, 0);
}

/** 0 for clocks that do not follow the event loop, such as virtual ones. */
export function blockedForMs(clock: Pick<Clock, 'blockedForMs'>): number {
  return clock.blockedForMs?.() ?? 0;
}

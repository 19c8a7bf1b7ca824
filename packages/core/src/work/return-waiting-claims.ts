import type { Clock, Execution, Timer } from '@scheduler/contracts';
import type { LaneBuffer } from './lane-buffer.js';

export interface ReturnWaitingClaimsParts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly giveBack: (executions: readonly Execution[]) => void;
}

/** How long a claimed execution may wait for a slot. */
const LONGEST_WAIT_MS = 1_000;

/** Gives claimed executions that wait behind slow work back to their queue, so that other nodes can run them. */
export class ReturnWaitingClaims {
  private readonly watched = new Map<LaneBuffer, Timer>();

  constructor(private readonly parts: ReturnWaitingClaimsParts) {}

  /** Watches a lane in which something waits; it does nothing for the others. */
  watch(lane: LaneBuffer): void {
    if (lane.buffered === 0 || this.watched.has(lane)) return;
    const callback = () => {
      this.watched.delete(lane);
      const stuck = lane.takeOverdue();
      if (stuck.length > 0) this.parts.giveBack(stuck);
      else this.watch(lane);
    };
    this.watched.set(lane, this.parts.clock.setTimer({ delayMs: LONGEST_WAIT_MS, callback }));
  }

  stop(): void {
    for (const timer of this.watched.values()) timer.cancel();
    this.watched.clear();
  }
}

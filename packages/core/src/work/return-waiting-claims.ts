import type { Clock, Execution, Timer } from '@scheduler/contracts';
import type { LaneBuffer } from './lane-buffer.js';

export interface ReturnWaitingClaimsParts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly giveBack: (lane: LaneBuffer, executions: readonly Execution[]) => void;
}

/** Gives executions that have not started within a second of their claim back to their queue, so that other nodes can run them. */
export class ReturnWaitingClaims {
  private readonly watched = new Map<LaneBuffer, Timer>();

  constructor(private readonly parts: ReturnWaitingClaimsParts) {}

  /** Watches a lane in which something waits; it does nothing for the others. */
  watch(lane: LaneBuffer): void {
    if (lane.buffered === 0 || this.watched.has(lane)) return;
    const delayMs = lane.untilOverdueMs;
    if (delayMs === null) return;
    const callback = () => {
      this.watched.delete(lane);
      const overdue = lane.takeOverdue();
      if (overdue.length > 0) this.parts.giveBack(lane, overdue);
      this.watch(lane);
    };
    this.watched.set(lane, this.parts.clock.setTimer({ delayMs, callback }));
  }

  stop(): void {
    for (const timer of this.watched.values()) timer.cancel();
    this.watched.clear();
  }
}

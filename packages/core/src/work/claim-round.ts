import type { Execution } from '@scheduler/contracts';
import type { Lane } from '@scheduler/contracts/adapter';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import type { LaneBuffer } from './lane-buffer.js';
import type { Preemption } from './preemption.js';

export interface ClaimRoundParts {
  readonly node: string;
  readonly leaseMs: number;
  readonly lanes: readonly LaneBuffer[];
  readonly claims: Pick<GatedClaims, 'claim'>;
  readonly leases: Pick<LeaseKeeper, 'hold'>;
  /** Null: no queue of this node allows preemption. */
  readonly preemption: Preemption | null;
  /** Called when executions were added to a lane. */
  readonly onFilled: (lane: LaneBuffer) => void;
  /** Called when a running attempt has given up its slot. */
  readonly onSlot: (lane: LaneBuffer) => void;
}

/** A lane without capacity in which something more urgent may take a slot. */
export interface FullLane {
  readonly lane: LaneBuffer;
  readonly urgent: Lane;
}

/** Claims for lanes, and puts what it got into them. */
export class ClaimRound {
  constructor(private readonly parts: ClaimRoundParts) {}

  fullLanes(): readonly FullLane[] {
    const { lanes, preemption } = this.parts;
    if (preemption === null) return [];
    return lanes.flatMap((lane) => {
      const urgent = lane.capacity > 0 ? null : preemption.wantedPriority(lane);
      return urgent === null ? [] : [{ lane, urgent }];
    });
  }

  /** Returns how many were claimed. */
  async claim(asked: readonly LaneBuffer[], full: readonly FullLane[]): Promise<number> {
    if (asked.length + full.length === 0) return 0;
    const { claims, leases, node, leaseMs } = this.parts;
    // The capacity is noted now, because executions that end during the claim add to it.
    const wanted = asked.map((lane) => ({ lane, queue: lane.queue, limit: lane.capacity }));
    const claimed = await claims.claim({
      lanes: [...wanted.map(({ queue, limit }) => ({ queue, limit })), ...full.map(({ urgent }) => urgent)],
      owner: node,
      leaseMs,
    });
    for (const { id, fence } of claimed) leases.hold({ executionId: id, fence });
    for (const { lane, limit } of wanted) this.fill(lane, claimed, limit);
    for (const { lane } of full) this.fillFirst(lane, claimed);
    return claimed.length;
  }

  private fill(lane: LaneBuffer, claimed: readonly Execution[], wanted: number): void {
    lane.put(ofQueue(lane, claimed), wanted);
    this.parts.onFilled(lane);
  }

  /** Urgent executions start as soon as something less urgent has given up its slot, or has ended. */
  private fillFirst(lane: LaneBuffer, claimed: readonly Execution[]): void {
    const { preemption, onFilled, onSlot } = this.parts;
    const urgent = ofQueue(lane, claimed);
    if (urgent.length === 0) return;
    lane.putFirst(urgent);
    onFilled(lane);
    if (lane.buffered === 0) return;
    preemption?.requestSlots(lane.queue, urgent, () => {
      lane.finished();
      onSlot(lane);
    });
  }
}

function ofQueue({ queue }: LaneBuffer, executions: readonly Execution[]): readonly Execution[] {
  return executions.filter((execution) => execution.queue === queue);
}

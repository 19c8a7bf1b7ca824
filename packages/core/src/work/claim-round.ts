import type { Clock, Execution } from '@scheduler/contracts';
import type { Lane } from '@scheduler/contracts/adapter';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import { blockedForMs } from '../support/next-turn.js';
import type { LaneBuffer } from './lane-buffer.js';
import type { Preemption } from './preemption.js';

export interface ClaimRoundParts {
  readonly node: string;
  readonly leaseMs: number;
  readonly lanes: readonly LaneBuffer[];
  readonly clock: Pick<Clock, 'monotonicMs' | 'blockedForMs'>;
  readonly claims: Pick<GatedClaims, 'claim'>;
  readonly leases: Pick<LeaseKeeper, 'hold'>;
  /** Null: no queue of this node allows preemption. */
  readonly preemption: Preemption | null;
  /** Called when executions were added to a lane. */
  readonly onFilled: (lane: LaneBuffer) => void;
  /** Called instead where the next claim should be on its way before anything starts, so that the store works while the handlers run. */
  readonly onFilledInPart: (lane: LaneBuffer) => void;
  /** Called when more urgent executions may wait than were claimed. */
  readonly onMore: () => void;
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
  /** Lanes that got as many urgent executions as they wanted, so that more may wait. */
  private readonly withMore = new Set<LaneBuffer>();

  constructor(private readonly parts: ClaimRoundParts) {}

  fullLanes(): readonly FullLane[] {
    const { lanes, preemption } = this.parts;
    if (preemption === null) return [];
    return lanes.flatMap((lane) => {
      const urgent = lane.capacity > 0 ? null : preemption.wanted(lane);
      return urgent === null ? [] : [{ lane, urgent }];
    });
  }

  /** Returns how many were claimed. Suspended attempts go on in slots for which nothing more urgent was found. */
  async claim(asked: readonly LaneBuffer[], full: readonly FullLane[]): Promise<number> {
    this.withMore.clear();
    for (const lane of this.parts.lanes) lane.places.claimBegins(asked.includes(lane) ? lane.capacity : 0);
    try {
      return asked.length + full.length === 0 ? 0 : await this.claimFor(asked, full);
    } finally {
      for (const lane of this.parts.lanes) lane.places.claimEnds();
      for (const lane of this.parts.lanes)
        if (lane.hasSuspended && !this.withMore.has(lane)) this.resume(lane);
      if (this.withMore.size > 0) this.parts.onMore();
    }
  }

  private async claimFor(asked: readonly LaneBuffer[], full: readonly FullLane[]): Promise<number> {
    const { claims, clock, leases, node, leaseMs, preemption } = this.parts;
    // The capacity is noted now, because executions that end during the claim add to it.
    const wanted = asked.map((lane) => ({ lane, queue: lane.queue, limit: lane.capacity }));
    const askedAtMs = clock.monotonicMs();
    const claimed = await claims.claim({
      lanes: [...wanted.map(({ queue, limit }) => ({ queue, limit })), ...full.map(({ urgent }) => urgent)],
      owner: node,
      leaseMs,
    });
    const isElsewhere = worksElsewhere(clock, askedAtMs);
    leases.hold(claimed, askedAtMs);
    for (const { lane, limit } of wanted) {
      lane.put(ofQueue(lane, claimed), limit, askedAtMs);
      if (isElsewhere && preemption === null && lane.claimsOn) this.parts.onFilledInPart(lane);
      else this.parts.onFilled(lane);
      this.makeRoom(lane, [], askedAtMs);
    }
    for (const { lane, urgent } of full) {
      const got = ofQueue(lane, claimed);
      if (got.length > 0) this.makeRoom(lane, got, askedAtMs);
      if (got.length > 0 && got.length >= urgent.limit) this.withMore.add(lane);
    }
    return claimed.length;
  }

  /** Urgent executions start as soon as something less urgent has given up its slot, or has ended. */
  private makeRoom(lane: LaneBuffer, urgent: readonly Execution[], askedAtMs: number): void {
    const { preemption, onFilled, onSlot } = this.parts;
    if (preemption === null || !preemption.isAllowed(lane.queue)) return;
    if (urgent.length + lane.buffered === 0) return;
    lane.putUrgent(urgent, askedAtMs);
    onFilled(lane);
    preemption.requestSlots(lane.queue, lane.withoutSlot, () => {
      lane.suspendedOne();
      onSlot(lane);
    });
  }

  private resume(lane: LaneBuffer): void {
    const { preemption } = this.parts;
    while (lane.freeSlots > 0 && preemption?.resumeNext(lane.queue, lane.nextPriority) === true)
      lane.resumed();
  }
}

/** How long this process may have done something else while a store in the same process answered. */
const ELSEWHERE_MS = 1;

/** Whether the event loop was free while the store answered: a store in this process would only take the time of the handlers. */
function worksElsewhere(clock: ClaimRoundParts['clock'], askedAtMs: number): boolean {
  return clock.monotonicMs() - askedAtMs > blockedForMs(clock) + ELSEWHERE_MS;
}

function ofQueue({ queue }: LaneBuffer, executions: readonly Execution[]): readonly Execution[] {
  return executions.filter((execution) => execution.queue === queue);
}

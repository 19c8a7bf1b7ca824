import type { Clock, Execution, Logger } from '@scheduler/contracts';
import type { ClaimReleased, Settlement } from '@scheduler/contracts/adapter';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { ReleasedOffer } from '../execute/settle/settle-buffer.js';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import { sleep } from '../support/sleep.js';
import type { LaneBuffer } from './lane-buffer.js';
import type { LaneOffer } from './lane-places.js';

export interface ReleasedStepsParts {
  readonly node: string;
  readonly leaseMs: number;
  readonly lanes: readonly LaneBuffer[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly claims: Pick<GatedClaims, 'takesReleased' | 'admitReleased' | 'foreignTypes'>;
  readonly leases: Pick<LeaseKeeper, 'hold' | 'heldOf'>;
  /** False: this node claims nothing, or only what messages name or what may be more urgent than all that runs. */
  readonly isOpen: () => boolean;
  /** Called when steps were added to a lane. */
  readonly onFilled: (lane: LaneBuffer) => void;
  /** Called when a round of claims has passed over a lane whose places were offered. */
  readonly onMore: () => void;
  readonly giveBack: (executions: readonly Execution[]) => void;
  /** Keeps the node open until what was claimed has a place. */
  readonly track: (placed: Promise<void>) => void;
}

interface Place {
  readonly lane: LaneBuffer;
  readonly offer: LaneOffer;
}

/** Offers the free places of lanes to settlements, which claim the steps of workflows that they release, see decision 0085. */
export class ReleasedSteps {
  constructor(private readonly parts: ReleasedStepsParts) {}

  /** Whether this node claims steps by settlements at all. */
  get isUsed(): boolean {
    return this.parts.claims.takesReleased && this.parts.isOpen();
  }

  /** What a settlement that is about to be written may claim. Null: nothing. */
  offer(settlements: readonly Settlement[]): ReleasedOffer | null {
    if (!this.isUsed) return null;
    const { clock, lanes } = this.parts;
    const places = lanes.map((lane) => ({ lane, offer: lane.offer(stepsOf(lane, settlements)) }));
    return {
      released: this.requestOf(places, clock.monotonicMs()),
      close: () => this.close(places),
    };
  }

  private requestOf(places: readonly Place[], askedAtMs: number): ClaimReleased {
    const { node, leaseMs, claims } = this.parts;
    return {
      owner: node,
      leaseMs,
      lanes: places.map(({ lane, offer }) => ({ queue: lane.queue, limit: offer.limit })),
      exceptTypes: claims.foreignTypes,
      take: (claimed) => this.take(claimed, askedAtMs),
    };
  }

  private close(places: readonly Place[]): void {
    for (const { offer } of places) offer.withdraw();
    if (places.some(({ lane }) => lane.places.wasPassedOver)) this.parts.onMore();
  }

  private take(claimed: readonly Execution[], askedAtMs: number): void {
    const { lanes, leases, logger, track } = this.parts;
    leases.hold(claimed, askedAtMs);
    for (const lane of lanes) lane.places.keep(ofQueue(lane, claimed).length);
    const placed = this.place(claimed, askedAtMs).catch((error: unknown) => {
      logger.warn('steps that a settlement has claimed were not admitted', { error: String(error) });
    });
    track(placed);
  }

  private async place(claimed: readonly Execution[], askedAtMs: number): Promise<void> {
    const { clock, lanes, giveBack, leases, isOpen } = this.parts;
    // By then the settlement has told what its steps returned, which those that follow need.
    await sleep(clock, 0);
    const admitted = await this.admitted(claimed);
    if (!isOpen()) return giveBack(leases.heldOf(admitted));
    for (const lane of lanes) this.fill(lane, ofQueue(lane, admitted), askedAtMs);
  }

  /** The places of the claimed steps are kept until it is known which of them are admitted. */
  private async admitted(claimed: readonly Execution[]): Promise<readonly Execution[]> {
    const { claims, lanes } = this.parts;
    try {
      return await claims.admitReleased(claimed);
    } finally {
      for (const lane of lanes) lane.places.free(ofQueue(lane, claimed).length);
    }
  }

  private fill(lane: LaneBuffer, executions: readonly Execution[], askedAtMs: number): void {
    if (executions.length === 0) return;
    lane.addReleased(executions, askedAtMs);
    this.parts.onFilled(lane);
  }
}

function ofQueue({ queue }: LaneBuffer, executions: readonly Execution[]): readonly Execution[] {
  return executions.filter((execution) => execution.queue === queue);
}

function stepsOf({ queue }: LaneBuffer, settlements: readonly Settlement[]): number {
  let steps = 0;
  for (const { execution } of settlements)
    if (execution.workflow !== null && execution.queue === queue) steps += 1;
  return steps;
}

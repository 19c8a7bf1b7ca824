import type { Clock, Execution } from '@scheduler/contracts';
import type { GatedClaims } from '../gates/gated-claims.js';
import { GroupCommit } from '../support/group-commit.js';
import type { LaneBuffer } from './lane-buffer.js';
import { Pace } from './pace.js';

export interface MessageIntakeParts {
  readonly node: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly claims: Pick<GatedClaims, 'claimById'>;
  /** False: nothing new is claimed. */
  readonly isAccepting: () => boolean;
  /** One that is claimed, and is in its lane. */
  readonly onClaimed: (lane: LaneBuffer, execution: Execution) => void;
}

interface Intake {
  readonly pace: Pace;
  /** Deliveries that wait for room, the longest first. */
  readonly waiting: (() => void)[];
  /** Claims under way. */
  claiming: number;
  lastMs: number;
}

const MOST_CLAIMED_AT_ONCE = 500;
/** What is worked off in so long may be claimed ahead: it costs others nothing, and spares waiting for each claim. */
const AHEAD_MS = 100;

/**
 * Takes messages that name executions: each waits until its lane has room, and is claimed with those that come at the same time.
 * From then on the lease tells whose it is, and the message has done its work.
 */
export class MessageIntake {
  private readonly intakes = new Map<LaneBuffer, Intake>();
  private readonly claims: GroupCommit<string, { readonly execution: Execution | null }>;

  constructor(private readonly parts: MessageIntakeParts) {
    this.claims = new GroupCommit({
      write: (ids) => this.claim(ids),
      maxGroup: MOST_CLAIMED_AT_ONCE,
      isRefusal: () => false,
    });
  }

  /** Resolves when the message is not needed any more. */
  async receive(lane: LaneBuffer, executionId: string): Promise<void> {
    const intake = this.of(lane);
    intake.lastMs = this.parts.clock.monotonicMs();
    while (this.parts.isAccepting() && lane.room <= intake.claiming)
      await new Promise<void>((resolve) => intake.waiting.push(resolve));
    if (!this.parts.isAccepting()) return;
    intake.claiming += 1;
    try {
      const { execution } = await this.claims.add(executionId);
      if (execution === null) return;
      lane.add(execution, intake.pace.perWindow);
      this.parts.onClaimed(lane, execution);
    } finally {
      intake.claiming -= 1;
      this.next(intake, lane);
    }
  }

  /** Something of the lane has ended: there may be room for what waits. */
  ended(lane: LaneBuffer): void {
    const intake = this.of(lane);
    intake.pace.count();
    this.next(intake, lane);
  }

  /** Whether no message has come for so long that it is time to look whether there should have been one. */
  isQuiet(lane: LaneBuffer, quietMs: number): boolean {
    const { lastMs, waiting, claiming } = this.of(lane);
    return waiting.length + claiming === 0 && this.parts.clock.monotonicMs() - lastMs >= quietMs;
  }

  /** Nothing is accepted any more: whoever waits is sent away. */
  close(): void {
    for (const { waiting } of this.intakes.values()) for (const go of waiting.splice(0)) go();
  }

  private next({ waiting, claiming }: Intake, lane: LaneBuffer): void {
    const free = lane.room - claiming;
    if (waiting.length > 0 && free > 0) for (const go of waiting.splice(0, free)) go();
  }

  private async claim(ids: readonly string[]) {
    const { claims, node, leaseMs } = this.parts;
    const claimed = new Map<string, Execution>();
    for (const execution of await claims.claimById({ ids, owner: node, leaseMs }))
      claimed.set(execution.id, execution);
    return ids.map((id) => ({ execution: claimed.get(id) ?? null }));
  }

  private of(lane: LaneBuffer): Intake {
    let intake = this.intakes.get(lane);
    if (intake === undefined) {
      const { clock } = this.parts;
      const pace = new Pace(clock, { windowMs: AHEAD_MS });
      intake = { pace, waiting: [], claiming: 0, lastMs: clock.monotonicMs() };
      this.intakes.set(lane, intake);
    }
    return intake;
  }
}

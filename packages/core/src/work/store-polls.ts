import type { Clock } from '@scheduler/contracts';
import type { JobQueue } from '@scheduler/contracts/adapter';
import type { LaneBuffer } from './lane-buffer.js';
import { isLongAvailable, type NextPollParts, pollAfterMs, untilNextPoll } from './next-poll.js';

/** Decides which lanes a round of claiming asks the store for, and when the next round begins. */
export interface StorePolls {
  /** The lanes of the round that begins. */
  lanes(): readonly LaneBuffer[];
  /** Called after the round. Returns the milliseconds until the next one; null: only when the loop is woken. */
  next(round: PollRound): Promise<number | null>;
  /** Something may have become claimable in a lane. */
  look(lane: LaneBuffer): void;
  /** A message named what was not claimable; it may be for a later instant. */
  expectLater(): void;
}

export interface PollRound {
  readonly asked: readonly LaneBuffer[];
  /** The time of the store, as estimated, when the round began: what became available later may not have been asked for. */
  readonly begunAtMs: number;
  /** How many executions were claimed. */
  readonly claimed: number;
  /** True: full lanes were asked for urgent executions. */
  readonly askedForUrgent: boolean;
  /** True: the next round begins at once, whatever is answered. */
  readonly isWoken: boolean;
}

export interface StorePollsParts extends NextPollParts {
  readonly all: readonly LaneBuffer[];
}

export interface CreatePolls extends MessagePollsParts {
  readonly queue: Pick<JobQueue, 'delivery'>;
}

export function createPolls(parts: CreatePolls): StorePolls {
  return parts.queue.delivery === 'message' ? new MessagePolls(parts) : new SignalledPolls(parts);
}

/** For a queue that signals work: every lane with capacity is polled, at the latest after the interval. */
export class SignalledPolls implements StorePolls {
  private emptyRounds = 0;

  constructor(private readonly parts: StorePollsParts) {}

  lanes(): readonly LaneBuffer[] {
    return this.parts.all.filter(({ capacity }) => capacity > 0);
  }

  async next({ asked, begunAtMs, claimed, askedForUrgent, isWoken }: PollRound): Promise<number | null> {
    if (asked.length === 0 && !askedForUrgent) return null;
    this.emptyRounds = claimed === 0 ? this.emptyRounds + 1 : 0;
    // The next round would not wait for the answer.
    if (isWoken) return null;
    return untilNextPoll(this.parts, { asked, begunAtMs, emptyRounds: this.emptyRounds });
  }

  look(): void {
    // Every round asks for all lanes.
  }

  expectLater(): void {
    // Signals name nothing.
  }
}

export interface MessagePollsParts extends StorePollsParts {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Whether no message has come to the lane for some time. */
  readonly isQuiet: (lane: LaneBuffer) => boolean;
}

/** How long a lane with capacity is not polled while messages come. */
const LONGEST_WITHOUT_POLL_MS = 5_000;

/**
 * For a queue with messages, which say themselves what there is to claim. The store is asked for lanes that are quiet, for lanes in which
 * something may have become claimable without a message, and at the instant for which the next execution was stored: messages for
 * later come early, or late. A lane is never left for long: a node without a handler for an execution lets its message end, so that the
 * execution is found only by a poll.
 */
export class MessagePolls implements StorePolls {
  private readonly toLookAt = new Set<LaneBuffer>();
  /** The first instant after the last look at which an execution becomes available. Null: none is known. */
  private expectedAt: Date | null = null;
  private askedAtMs = Number.NEGATIVE_INFINITY;
  /** When each lane was polled last, or first could have been. */
  private readonly polledAtMs = new Map<LaneBuffer, number>();

  constructor(private readonly parts: MessagePollsParts) {
    for (const lane of parts.all) this.polledAtMs.set(lane, parts.clock.monotonicMs());
  }

  lanes(): readonly LaneBuffer[] {
    const { all, clock, isQuiet } = this.parts;
    const isDue = this.isExpectedNow;
    const asked = all.filter(
      (lane) =>
        lane.capacity > 0 && (isDue || this.toLookAt.has(lane) || isQuiet(lane) || this.isLongUnpolled(lane)),
    );
    for (const lane of asked) {
      this.toLookAt.delete(lane);
      this.polledAtMs.set(lane, clock.monotonicMs());
    }
    return asked;
  }

  private isLongUnpolled(lane: LaneBuffer): boolean {
    return this.parts.clock.monotonicMs() - (this.polledAtMs.get(lane) ?? 0) >= LONGEST_WITHOUT_POLL_MS;
  }

  async next({ asked, begunAtMs }: PollRound): Promise<number | null> {
    const { clock, storeTime, pollIntervalMs } = this.parts;
    if (asked.length > 0 || clock.monotonicMs() - this.askedAtMs >= pollIntervalMs) await this.ask(begunAtMs);
    if (this.expectedAt === null) return pollIntervalMs;
    return Math.min(pollIntervalMs, pollAfterMs(this.expectedAt, storeTime.now()));
  }

  look(lane: LaneBuffer): void {
    this.toLookAt.add(lane);
  }

  expectLater(): void {
    this.askedAtMs = Number.NEGATIVE_INFINITY;
  }

  private get isExpectedNow(): boolean {
    return this.expectedAt !== null && this.expectedAt.getTime() <= this.parts.storeTime.now();
  }

  private async ask(begunAtMs: number): Promise<void> {
    const { all, clock } = this.parts;
    this.askedAtMs = clock.monotonicMs();
    const queues = all.filter(({ isPaused }) => !isPaused).map(({ queue }) => queue);
    if (await this.isStillExpected(queues, begunAtMs)) return;
    const after = new Date(begunAtMs);
    const next = await this.nextAvailableAt(queues, after);
    this.expectedAt = next !== null && next > after ? next : null;
  }

  /** Whether the execution that was polled for waits still, because the time of the store was estimated too late. */
  private async isStillExpected(queues: readonly string[], begunAtMs: number): Promise<boolean> {
    const { expectedAt } = this;
    if (expectedAt === null || !this.isExpectedNow || isLongAvailable(expectedAt, begunAtMs)) return false;
    const after = new Date(expectedAt.getTime() - 1);
    const first = await this.nextAvailableAt(queues, after);
    return first?.getTime() === expectedAt.getTime();
  }

  private nextAvailableAt(queues: readonly string[], after: Date): Promise<Date | null> {
    const { executions, claims } = this.parts;
    return executions.nextAvailableAt({ queues, after, exceptTypes: claims.foreignTypes });
  }
}

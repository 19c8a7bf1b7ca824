import type { Clock, Execution, Timer } from '@scheduler/contracts';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import { nextTurnIfBlocked } from '../support/next-turn.js';
import type { LaneBuffer } from './lane-buffer.js';

export interface MessageIntakeParts {
  readonly node: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly claims: Pick<GatedClaims, 'claimById'>;
  /** False once nothing new may be claimed. */
  readonly isAccepting: () => boolean;
  /** Called with executions that were claimed and added to their lane. */
  /** `askedAtMs`: monotonic time of the call that claimed them. */
  readonly onClaimed: (lane: LaneBuffer, executions: readonly Execution[], askedAtMs: number) => void;
  /** Called when some of the executions that messages named could not be claimed. */
  readonly onUnclaimed: () => void;
}

/** One message of a queue. */
interface Message {
  /** The ids that are not claimed yet, in order. */
  waiting: readonly string[];
  /** The ids that the lane had no capacity for. */
  left: readonly string[];
  isBeingClaimed: boolean;
  readonly end: (left: readonly string[]) => void;
  readonly fail: (error: unknown) => void;
  timer: Timer | null;
}

interface Intake {
  /** The messages that wait for capacity, the oldest first. */
  readonly messages: Set<Message>;
  isClaiming: boolean;
  lastMs: number;
}

const MOST_CLAIMED_AT_ONCE = 1_000;
/** How long a message may wait for capacity before it goes back to its queue, since another node may have capacity. */
const LONGEST_WAIT_MS = 250;

/**
 * Takes messages that name executions. They wait until their lane has capacity, and are claimed together with those of other messages.
 * A message ends with the claim; from then on the lease says who holds the execution.
 */
export class MessageIntake {
  private readonly intakes = new Map<LaneBuffer, Intake>();

  constructor(private readonly parts: MessageIntakeParts) {}

  /** Resolves when the message is not needed any more, with the ids that the lane had no capacity for. */
  receive(lane: LaneBuffer, executionIds: readonly string[]): Promise<readonly string[]> {
    const intake = this.of(lane);
    intake.lastMs = this.parts.clock.monotonicMs();
    if (!this.parts.isAccepting()) return Promise.resolve(executionIds);
    return new Promise((end, fail) => {
      intake.messages.add({
        waiting: executionIds,
        left: [],
        isBeingClaimed: false,
        end,
        fail,
        timer: null,
      });
      void this.claimAll(lane, intake);
    });
  }

  /** An execution of the lane has ended, so that there may be capacity for waiting messages. */
  ended(lane: LaneBuffer): void {
    const intake = this.of(lane);
    if (intake.messages.size > 0) void this.claimAll(lane, intake);
  }

  /** Whether no message has come for so long that the store has to be asked whether there should have been one. */
  isQuiet(lane: LaneBuffer, quietMs: number): boolean {
    const { lastMs, messages, isClaiming } = this.of(lane);
    return messages.size === 0 && !isClaiming && this.parts.clock.monotonicMs() - lastMs >= quietMs;
  }

  /** Accepts nothing any more; waiting messages go back to their queue. */
  close(): void {
    for (const intake of this.intakes.values())
      for (const message of [...intake.messages]) this.giveUp(intake, message);
  }

  /** Claims one batch at a time while messages wait and the lane has capacity. */
  private async claimAll(lane: LaneBuffer, intake: Intake): Promise<void> {
    if (intake.isClaiming) return;
    intake.isClaiming = true;
    // Messages that arrive in the same turn of the event loop are claimed together.
    await nextTurnIfBlocked(this.parts.clock);
    while (this.parts.isAccepting() && intake.messages.size > 0 && lane.capacity > 0) {
      await this.claimSome(lane, intake, Math.min(lane.capacity, MOST_CLAIMED_AT_ONCE));
      await nextTurnIfBlocked(this.parts.clock);
    }
    intake.isClaiming = false;
    for (const message of intake.messages) this.limit(intake, message);
  }

  private async claimSome(lane: LaneBuffer, intake: Intake, most: number): Promise<void> {
    const { claims, node, leaseMs } = this.parts;
    const { ids, messages } = takeFirst(intake.messages, most);
    const askedAtMs = this.parts.clock.monotonicMs();
    try {
      const claimed = inOrder(ids, await claims.claimById({ ids, owner: node, leaseMs }));
      this.parts.onClaimed(lane, claimed, askedAtMs);
      if (claimed.length < ids.length) this.parts.onUnclaimed();
    } catch (error) {
      // The executions stay in the store and are found by the next poll.
      for (const message of messages) message.fail(error);
    }
    for (const message of messages) {
      message.isBeingClaimed = false;
      this.endIfOver(intake, message);
    }
  }

  /** Limits how long a message waits for capacity. */
  private limit(intake: Intake, message: Message): void {
    message.timer ??= this.parts.clock.setTimer({
      delayMs: LONGEST_WAIT_MS,
      callback: () => this.giveUp(intake, message),
    });
  }

  private giveUp(intake: Intake, message: Message): void {
    message.left = message.waiting;
    message.waiting = [];
    this.endIfOver(intake, message);
  }

  private endIfOver(intake: Intake, message: Message): void {
    if (message.isBeingClaimed || message.waiting.length > 0) return;
    message.timer?.cancel();
    intake.messages.delete(message);
    message.end(message.left);
  }

  private of(lane: LaneBuffer): Intake {
    let intake = this.intakes.get(lane);
    if (intake === undefined) {
      intake = { messages: new Set(), isClaiming: false, lastMs: this.parts.clock.monotonicMs() };
      this.intakes.set(lane, intake);
    }
    return intake;
  }
}

/** Takes up to `most` ids from the oldest messages. */
function takeFirst(messages: Iterable<Message>, most: number) {
  const ids: string[] = [];
  const taken: Message[] = [];
  for (const message of messages) {
    if (ids.length === most) break;
    if (message.waiting.length === 0) continue;
    const some = message.waiting.slice(0, most - ids.length);
    message.waiting = message.waiting.slice(some.length);
    message.isBeingClaimed = true;
    ids.push(...some);
    taken.push(message);
  }
  return { ids, messages: taken };
}

function inOrder(ids: readonly string[], executions: readonly Execution[]): readonly Execution[] {
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

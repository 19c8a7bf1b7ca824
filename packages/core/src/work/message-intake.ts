import type { Clock, Execution, Timer } from '@scheduler/contracts';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import type { LaneBuffer } from './lane-buffer.js';

export interface MessageIntakeParts {
  readonly node: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly claims: Pick<GatedClaims, 'claimById'>;
  /** False: nothing new is claimed. */
  readonly isAccepting: () => boolean;
  /** Those that were claimed, and are in their lane. */
  readonly onClaimed: (lane: LaneBuffer, executions: readonly Execution[]) => void;
}

/** One delivery. */
interface Message {
  /** Not claimed yet, in order. */
  waiting: readonly string[];
  /** What there was no room for. */
  left: readonly string[];
  isBeingClaimed: boolean;
  readonly end: (left: readonly string[]) => void;
  readonly fail: (error: unknown) => void;
  timer: Timer | null;
}

interface Intake {
  /** Messages that wait for room, the longest first. */
  readonly messages: Set<Message>;
  isClaiming: boolean;
  lastMs: number;
}

const MOST_CLAIMED_AT_ONCE = 1_000;
/** What there is no room for in so long goes back to its queue: another node may have room. */
const LONGEST_WAIT_MS = 250;

/**
 * Takes messages that name executions: these wait until their lane has room, and are claimed with those of other messages. From then
 * on the lease tells whose they are, and the message has done its work.
 */
export class MessageIntake {
  private readonly intakes = new Map<LaneBuffer, Intake>();

  constructor(private readonly parts: MessageIntakeParts) {}

  /** Resolves when the message is not needed any more, with what there was no room for. */
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

  /** Something of the lane has ended: there may be room for what waits. */
  ended(lane: LaneBuffer): void {
    const intake = this.of(lane);
    if (intake.messages.size > 0) void this.claimAll(lane, intake);
  }

  /** Whether no message has come for so long that it is time to look whether there should have been one. */
  isQuiet(lane: LaneBuffer, quietMs: number): boolean {
    const { lastMs, messages, isClaiming } = this.of(lane);
    return messages.size === 0 && !isClaiming && this.parts.clock.monotonicMs() - lastMs >= quietMs;
  }

  /** Nothing is accepted any more: what waits goes back. */
  close(): void {
    for (const intake of this.intakes.values())
      for (const message of [...intake.messages]) this.giveUp(intake, message);
  }

  /** One claim at a time, of all that waits and has room. */
  private async claimAll(lane: LaneBuffer, intake: Intake): Promise<void> {
    if (intake.isClaiming) return;
    intake.isClaiming = true;
    // Whatever comes at the same time is claimed together.
    await Promise.resolve();
    while (this.parts.isAccepting() && intake.messages.size > 0 && lane.capacity > 0)
      await this.claimSome(lane, intake, Math.min(lane.capacity, MOST_CLAIMED_AT_ONCE));
    intake.isClaiming = false;
    for (const message of intake.messages) this.limit(intake, message);
  }

  private async claimSome(lane: LaneBuffer, intake: Intake, most: number): Promise<void> {
    const { claims, node, leaseMs } = this.parts;
    const { ids, messages } = takeFirst(intake.messages, most);
    try {
      const claimed = inOrder(ids, await claims.claimById({ ids, owner: node, leaseMs }));
      lane.add(claimed);
      this.parts.onClaimed(lane, claimed);
    } catch (error) {
      // The store knows what waits, and is asked again when it can be.
      for (const message of messages) message.fail(error);
    }
    for (const message of messages) {
      message.isBeingClaimed = false;
      this.endIfOver(intake, message);
    }
  }

  /** It waits for room, but not for ever. */
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

/** So many ids, of the first messages. */
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

/**
 * How a node works off its queues.
 *
 * A lane is one queue in this process: a number of slots, in which handlers run, and a buffer of executions that are claimed and wait
 * for a slot (LaneBuffer). The lanes of a node are independent of each other, and every node has its own.
 *
 * - Who fills it: the worker below claims for all lanes with capacity in one statement, when the queue signals work, when a slot is free
 *   and the buffer is half used up, and at an interval (next-poll). A fast lane sends the next claim before it starts what the last one
 *   brought. Where the queue delivers messages, MessageIntake claims what they name.
 * - Who empties it: LaneSlots starts the next execution as soon as a slot is free. A slot is free when its handler has ended; the outcome is
 *   written meanwhile. Preemption lets urgent work take the slot of a running attempt that reaches a checkpoint.
 * - When it grows: the buffer begins empty, so that only as much is claimed as the slots can run. It holds what the lane has shown to work
 *   off within 200 ms (StartRate). What has not started within a second of its claim goes back (ReturnWaitingClaims).
 * - LaneConsumers listens to the queue of each lane; QueueSettingsWatch applies what operators set: a pause, another number of slots.
 */
import type { Execution, QueueSettings } from '@scheduler/contracts';
import type { Delivery, Settlement } from '@scheduler/contracts/adapter';
import type { ReleasedOffer } from '../execute/settle/settle-buffer.js';
import { QueueSettingsWatch } from './queues/queue-settings-watch.js';
import { Loop } from '../support/loop.js';
import { loggedFailures } from '../support/logged-failures.js';
import { InFlight } from '../support/in-flight.js';
import { nextTurnIfBlocked } from '../support/next-turn.js';
import { ClaimRound } from './claim-round.js';
import { FreedPlaces, isLimited } from './freed-places.js';
import { LaneBuffer } from './lane-buffer.js';
import { LaneConsumers } from './lane-consumers.js';
import { LaneSlots } from './lane-slots.js';
import { MessageIntake } from './message-intake.js';
import type { QueueWorkerParts } from './queue-worker-parts.js';
import { ReleasedSteps } from './released-steps.js';
import { ReturnWaitingClaims } from './return-waiting-claims.js';
import { createPolls, type StorePolls } from './store-polls.js';

/** Claims executions from the queues of this node and runs them, as many at once as each queue allows. */
export class QueueWorker {
  private readonly lanes: readonly LaneBuffer[];
  private readonly slots: ReadonlyMap<LaneBuffer, LaneSlots>;
  private readonly loop: Loop;
  private readonly intake: MessageIntake;
  private readonly consumers: LaneConsumers;
  private readonly settings: QueueSettingsWatch;
  private accepting = false;
  private readonly active = new InFlight();
  private readonly waitingClaims: ReturnWaitingClaims;
  private createdPolls: StorePolls | null = null;
  private readonly places: FreedPlaces;
  private readonly round: ClaimRound;
  private readonly released: ReleasedSteps;

  constructor(private readonly parts: QueueWorkerParts) {
    this.lanes = Object.entries(parts.queues).map(
      ([queue, concurrency]) => new LaneBuffer(queue, concurrency, parts.clock),
    );
    const { active } = this;
    const onFree = (lane: LaneBuffer, execution: Execution) => this.slotFreed(lane, execution);
    const keepsPlace = () => this.released.isUsed;
    const onPlace = (lane: LaneBuffer) => lane.places.wasPassedOver && this.loop.wake();
    const forSlots = { ...parts, active, onFree, keepsPlace, onPlace };
    this.slots = new Map(this.lanes.map((lane) => [lane, new LaneSlots(lane, forSlots)]));
    this.consumers = new LaneConsumers({ ...parts, deliver: (delivery) => this.receive(delivery) });
    this.settings = new QueueSettingsWatch({
      queues: parts.settings,
      clock: parts.clock,
      logger: parts.logger,
      intervalMs: parts.pollIntervalMs,
      onSettings: (settings) => this.adapt(settings),
    });
    this.intake = new MessageIntake({
      ...parts,
      isAccepting: () => this.accepting,
      onClaimed: (...claimed) => this.claimedByName(...claimed),
      onUnclaimed: () => this.expectLater(),
    });
    this.places = new FreedPlaces({
      ...parts,
      lanes: this.lanes,
      isAccepting: () => this.accepting,
      look: (lanes) => this.look(lanes),
      track: (sent) => void this.active.track(sent),
    });
    this.round = new ClaimRound({
      ...parts,
      lanes: this.lanes,
      onFilled: (lane) => this.started(lane),
      onFilledInPart: (lane) => this.claimOn(lane),
      onMore: () => this.loop.wake(),
      onSlot: (lane) => this.startFrom(lane),
    });
    this.released = new ReleasedSteps({
      ...parts,
      lanes: this.lanes,
      isOpen: () => this.accepting && parts.preemption === null && !this.hasMessages,
      onFilled: (lane) => this.started(lane),
      onMore: () => this.loop.wake(),
      giveBack: (executions) => this.giveBack(executions),
      track: (placed) => void this.active.track(placed),
    });
    this.waitingClaims = new ReturnWaitingClaims({
      clock: parts.clock,
      giveBack: (lane, executions) => this.giveBackOverdue(lane, executions),
    });
    this.loop = new Loop({
      clock: parts.clock,
      tick: () => this.claim(),
      ...loggedFailures({ ...parts, activity: 'claiming', message: 'claiming failed' }),
      retryMs: parts.pollIntervalMs,
    });
  }

  async start(): Promise<void> {
    if (this.lanes.length === 0) return;
    this.accepting = true;
    await this.settings.start();
    if (this.accepting) await Promise.all(this.lanes.map((lane) => this.consumers.openOrClose(lane)));
    // The worker may have been stopped meanwhile.
    if (this.isAccepting()) this.loop.start();
  }

  /** The settings of a queue have changed. */
  settingsChanged(): void {
    this.settings.wake();
  }

  /** An execution does not run any more, here or wherever this node settles it; another one may have waited for that. */
  executionFreed(execution: Execution): void {
    this.places.freed(execution);
  }

  /** What a settlement may claim of the steps that it releases. Null: nothing. */
  offerReleased(settlements: readonly Settlement[]): ReleasedOffer | null {
    return this.released.offer(settlements);
  }

  /** Starts nothing new, and gives executions that waited here for a slot back to their queues. */
  async stopClaiming(): Promise<void> {
    this.accepting = false;
    this.places.stop();
    this.intake.close();
    await this.settings.stop();
    await Promise.all([this.loop.stop(), this.consumers.closeAll()]);
    this.waitingClaims.stop();
    const waiting = this.parts.leases.heldOf(this.lanes.flatMap((lane) => lane.takeAll()));
    this.withdrawRequests(waiting);
    await this.parts.engine.giveBack(waiting);
    this.resumeAll();
  }

  /** Suspended attempts are to come to their end too. */
  private resumeAll(): void {
    for (const lane of this.lanes)
      while (this.parts.preemption?.resumeNext(lane.queue, null) === true) lane.resumed();
  }

  /** How many executions can run here at once, over all queues. */
  get slotCount(): number {
    return this.lanes.reduce((sum, { concurrency }) => sum + concurrency, 0);
  }

  /** Resolves when nothing runs here any more. */
  idle(): Promise<void> {
    return this.active.idle();
  }

  private get hasMessages(): boolean {
    return this.parts.queue.delivery === 'message';
  }

  /** Made at the first use, because only a node that starts needs a queue. */
  private get polls(): StorePolls {
    const isQuiet = (lane: LaneBuffer) => this.intake.isQuiet(lane, this.parts.pollIntervalMs);
    return (this.createdPolls ??= createPolls({ ...this.parts, all: this.lanes, isQuiet }));
  }

  private expectLater(): void {
    this.polls.expectLater();
    this.loop.wake();
  }

  private isAccepting(): boolean {
    return this.accepting;
  }

  private adapt(settings: readonly QueueSettings[]): void {
    if (this.places.setLimits(settings)) this.look(this.lanes);
    for (const lane of this.lanes) {
      const set = settings.find(({ queue }) => queue === lane.queue);
      const concurrency = set?.concurrency ?? this.parts.queues[lane.queue] ?? lane.concurrency;
      const hasChanged = lane.adjust({ paused: set?.paused ?? false, concurrency });
      if (!this.accepting) continue;
      void this.consumers.openOrClose(lane);
      if (!hasChanged) continue;
      this.consumers.resize(lane);
      this.giveBackWhatIsPaused(lane);
      this.startFrom(lane);
      this.loop.wake();
    }
  }

  private giveBackWhatIsPaused(lane: LaneBuffer): void {
    if (lane.isPaused) this.giveBack(lane.takeAll());
  }

  /** Nothing has to give way to executions that go back to their queue. */
  private withdrawRequests(executions: readonly Execution[]): void {
    for (const { id } of executions) this.parts.preemption?.withdrawRequest(id);
  }

  private giveBack(executions: readonly Execution[]): void {
    this.withdrawRequests(executions);
    void this.active.track(this.parts.engine.giveBack(this.parts.leases.heldOf(executions)));
  }

  /** The slots may be free, since a blocked event loop also keeps executions from starting. */
  private giveBackOverdue(lane: LaneBuffer, executions: readonly Execution[]): void {
    this.giveBack(executions);
    if (!this.accepting) return;
    this.startFrom(lane);
    this.look([lane]);
  }

  private async receive({ queue, executionIds }: Delivery): Promise<readonly string[]> {
    const lane = this.lanes.find((one) => one.queue === queue);
    // Something more urgent than what runs may be among them.
    if (lane?.capacity === 0 && this.parts.preemption?.isAllowed(queue) === true) this.loop.wake();
    if (lane !== undefined && executionIds.length > 0)
      return this.active.track(this.intake.receive(lane, executionIds));
    if (lane !== undefined) this.polls.look(lane);
    this.loop.wake();
    return [];
  }

  private claimedByName(lane: LaneBuffer, executions: readonly Execution[], askedAtMs: number): void {
    this.parts.leases.hold(executions, askedAtMs);
    lane.add(executions, askedAtMs);
    this.started(lane);
  }

  /** One round of claiming for every lane that has capacity. Returns the milliseconds until the next round. */
  private async claim(): Promise<number | null> {
    const turn = nextTurnIfBlocked(this.parts.clock);
    if (turn !== null) await turn;
    const asked = this.polls.lanes();
    const full = this.round.fullLanes();
    const begunAtMs = this.parts.storeTime.now();
    const claimed = await this.round.claim(asked, full);
    const { isWoken } = this.loop;
    return this.polls.next({ asked, begunAtMs, claimed, askedForUrgent: full.length > 0, isWoken });
  }

  private started(lane: LaneBuffer): void {
    // The lane may have been paused during the claim.
    this.giveBackWhatIsPaused(lane);
    this.startFrom(lane);
    this.waitingClaims.watch(lane);
  }

  private claimOn(lane: LaneBuffer): void {
    this.giveBackWhatIsPaused(lane);
    this.loop.wake();
    this.slots.get(lane)?.fillAfterClaim();
    this.waitingClaims.watch(lane);
  }

  private startFrom(lane: LaneBuffer): void {
    this.slots.get(lane)?.fill();
  }

  private slotFreed(lane: LaneBuffer, execution: Execution): void {
    if (!this.accepting) return;
    this.startFrom(lane);
    if (this.hasMessages) this.intake.ended(lane);
    this.consumers.resize(lane);
    if (this.claimsNext(lane, execution) || lane.hasSuspended) this.loop.wake();
  }

  /** Whether to claim more for a lane in which an execution has ended that is not settled yet. */
  private claimsNext(lane: LaneBuffer, execution: Execution): boolean {
    if (!lane.isLow || !lane.wasDrained) return lane.isLow;
    // Where nothing else waited, the next can only be one that waits for this execution.
    if (isLimited(execution)) return false;
    return execution.workflow === null || lane.places.wasPassedOver || !this.released.isUsed;
  }

  private look(lanes: readonly LaneBuffer[]): void {
    for (const lane of lanes) this.polls.look(lane);
    if (lanes.some(({ isLow }) => isLow)) this.loop.wake();
  }
}

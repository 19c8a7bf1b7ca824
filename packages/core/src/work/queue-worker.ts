import type { Clock, Execution, Logger, QueueSettings } from '@scheduler/contracts';
import type {
  Delivery,
  ExecutionRepository,
  JobQueue,
  Lane,
  QueueRepository,
  StoreTime,
} from '@scheduler/contracts/adapter';
import type { ExecutionEngine } from '../execute/execution-engine.js';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import { QueueSettingsWatch } from './queues/queue-settings-watch.js';
import { Loop } from '../support/loop.js';
import { InFlight } from '../support/in-flight.js';
import { LaneBuffer } from './lane-buffer.js';
import { LaneConsumers } from './lane-consumers.js';
import { LaneSlots } from './lane-slots.js';
import { MessageIntake } from './message-intake.js';
import type { Preemption } from './preemption.js';
import { untilNextPoll } from './next-poll.js';
import { ReturnWaitingClaims } from './return-waiting-claims.js';

export interface QueueWorkerParts {
  readonly node: string;
  /** The queues of this node with their concurrency, by its configuration. */
  readonly queues: Readonly<Record<string, number>>;
  /** What operators set for queues goes over the configuration. */
  readonly settings: Pick<QueueRepository, 'settings'>;
  readonly leaseMs: number;
  readonly pollIntervalMs: number;
  readonly executions: Pick<ExecutionRepository, 'nextAvailableAt'>;
  readonly claims: Pick<GatedClaims, 'claim' | 'claimById' | 'retryAfterMs' | 'rejectAtStart'>;
  readonly queue: JobQueue;
  readonly engine: ExecutionEngine;
  readonly running: LeaseKeeper;
  readonly clock: Clock;
  readonly storeTime: StoreTime;
  readonly logger: Logger;
  /** Null: no queue allows it. */
  readonly preemption: Preemption | null;
}

/** Takes executions from the queues of this node and runs them, as many at once as each queue allows. */
export class QueueWorker {
  private readonly lanes: readonly LaneBuffer[];
  private readonly slots: ReadonlyMap<LaneBuffer, LaneSlots>;
  private readonly loop: Loop;
  private readonly intake: MessageIntake;
  private readonly consumers: LaneConsumers;
  private readonly settings: QueueSettingsWatch;
  private accepting = false;
  private readonly active = new InFlight();
  private readonly stuck: ReturnWaitingClaims;
  private emptyHanded = 0;

  constructor(private readonly parts: QueueWorkerParts) {
    this.lanes = Object.entries(parts.queues).map(
      ([queue, concurrency]) => new LaneBuffer(queue, concurrency, parts.clock),
    );
    const { active } = this;
    const onFree = (lane: LaneBuffer) => this.freed(lane);
    this.slots = new Map(this.lanes.map((lane) => [lane, new LaneSlots(lane, { ...parts, active, onFree })]));
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
      onClaimed: (lane, executions) => this.claimedByName(lane, executions),
    });
    this.stuck = new ReturnWaitingClaims({
      clock: parts.clock,
      giveBack: (executions) => this.giveBack(executions),
    });
    this.loop = new Loop({
      clock: parts.clock,
      tick: () => this.claim(),
      onError: (error) => parts.logger.error('claiming failed', { error: String(error) }),
      retryMs: parts.pollIntervalMs,
    });
  }

  async start(): Promise<void> {
    if (this.lanes.length === 0) return;
    this.accepting = true;
    await this.settings.start();
    if (this.accepting) await Promise.all(this.lanes.map((lane) => this.consumers.fit(lane)));
    // It may have been stopped meanwhile.
    if (this.isAccepting()) this.loop.start();
  }

  /** Somebody has changed the settings of a queue. */
  settingsChanged(): void {
    this.settings.wake();
  }

  /** Nothing new starts, and what waited here for a slot goes back to its queue. */
  async stopClaiming(): Promise<void> {
    this.accepting = false;
    this.intake.close();
    await this.settings.stop();
    await Promise.all([this.loop.stop(), this.consumers.closeAll()]);
    this.stuck.forgetAll();
    await this.parts.engine.giveBack(this.lanes.flatMap((lane) => lane.takeAll()));
    this.resumeAll();
  }

  /** Whatever made room for others is to come to its end too. */
  private resumeAll(): void {
    for (const lane of this.lanes)
      while (this.parts.preemption?.resumeNext(lane.queue, null) === true) lane.resumed();
  }

  /** Resolves when nothing runs here any more. */
  idle(): Promise<void> {
    return this.active.idle();
  }

  private get hasMessages(): boolean {
    return this.parts.queue.delivery === 'message';
  }

  /** Messages say what there is; only when none come the store is asked whether there should be. */
  private isToBeLookedAt(lane: LaneBuffer): boolean {
    return !this.hasMessages || this.intake.isQuiet(lane, this.parts.pollIntervalMs);
  }

  private isAccepting(): boolean {
    return this.accepting;
  }

  private adapt(settings: readonly QueueSettings[]): void {
    for (const lane of this.lanes) {
      const set = settings.find(({ queue }) => queue === lane.queue);
      const concurrency = set?.concurrency ?? this.parts.queues[lane.queue] ?? lane.concurrency;
      const hasChanged = lane.adjust({ paused: set?.paused ?? false, concurrency });
      if (!this.accepting) continue;
      void this.consumers.fit(lane);
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

  private giveBack(executions: readonly Execution[]): void {
    for (const { id } of executions) this.parts.preemption?.withdrawRequest(id);
    void this.active.track(this.parts.engine.giveBack(executions));
  }

  private async receive({ queue, executionIds }: Delivery): Promise<readonly string[]> {
    const lane = this.lanes.find((one) => one.queue === queue);
    if (lane !== undefined && executionIds.length > 0)
      return this.active.track(this.intake.receive(lane, executionIds));
    this.loop.wake();
    return [];
  }

  private claimedByName(lane: LaneBuffer, executions: readonly Execution[]): void {
    for (const { id, fence } of executions) this.parts.running.hold({ executionId: id, fence });
    this.started(lane);
  }

  /** One round: fill every lane that has room. Returns when to look again. */
  private async claim(): Promise<number | null> {
    const lanes = this.lanes.filter((lane) => lane.capacity > 0 && this.isToBeLookedAt(lane));
    const full = this.fullLanes();
    const latestMs = this.hasMessages ? this.parts.pollIntervalMs : null;
    if (lanes.length + full.length === 0) return latestMs;
    const { claims, node, leaseMs } = this.parts;
    // What ends while the claim is under way makes more room.
    const wanted = lanes.map((lane) => ({ lane, queue: lane.queue, limit: lane.capacity }));
    const claimed = await claims.claim({
      lanes: [...wanted.map(({ queue, limit }) => ({ queue, limit })), ...full.map(({ urgent }) => urgent)],
      owner: node,
      leaseMs,
    });
    for (const execution of claimed)
      this.parts.running.hold({ executionId: execution.id, fence: execution.fence });
    for (const { lane, limit } of wanted) this.fill(lane, claimed, limit);
    for (const { lane } of full) this.fillFirst(lane, claimed);
    this.emptyHanded = claimed.length === 0 ? this.emptyHanded + 1 : 0;
    return latestMs ?? untilNextPoll(this.parts, lanes, this.emptyHanded);
  }

  private fill(lane: LaneBuffer, claimed: readonly Execution[], wanted: number): void {
    const own = claimed.filter(({ queue }) => queue === lane.queue);
    lane.put(own, wanted);
    this.started(lane);
  }

  private started(lane: LaneBuffer): void {
    // It may have been paused while the claim was under way.
    this.giveBackWhatIsPaused(lane);
    this.startFrom(lane);
    this.stuck.watch(lane);
  }

  /** Those in which something more urgent may take a slot. */
  private fullLanes(): readonly { readonly lane: LaneBuffer; readonly urgent: Lane }[] {
    const { preemption } = this.parts;
    if (preemption === null) return [];
    return this.lanes.flatMap((lane) => {
      const urgent = lane.capacity > 0 ? null : preemption.wantedPriority(lane);
      return urgent === null ? [] : [{ lane, urgent }];
    });
  }

  /** What is more urgent than all that runs starts as soon as something less urgent has made room, or has ended. */
  private fillFirst(lane: LaneBuffer, claimed: readonly Execution[]): void {
    const urgent = claimed.filter(({ queue }) => queue === lane.queue);
    if (urgent.length === 0) return;
    lane.putFirst(urgent);
    this.giveBackWhatIsPaused(lane);
    this.startFrom(lane);
    if (lane.buffered === 0) return;
    this.parts.preemption?.requestSlots(lane.queue, urgent, () => {
      lane.finished();
      this.startFrom(lane);
    });
    this.stuck.watch(lane);
  }

  private startFrom(lane: LaneBuffer): void {
    this.slots.get(lane)?.fill();
  }

  private freed(lane: LaneBuffer): void {
    if (!this.accepting) return;
    this.startFrom(lane);
    if (this.hasMessages) this.intake.ended(lane);
    this.consumers.resize(lane);
    if (lane.isLow) this.loop.wake();
  }
}

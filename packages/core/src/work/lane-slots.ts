import type { Clock, Execution, Logger } from '@scheduler/contracts';
import type { ExecutionEngine } from '../execute/execution-engine.js';
import type { AttemptListener, RunningAttempt } from '../execute/attempt/running-attempt.js';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import type { InFlight } from '../support/in-flight.js';
import type { LaneBuffer } from './lane-buffer.js';
import type { Preemption } from './preemption.js';

export interface LaneSlotsParts {
  readonly engine: Pick<ExecutionEngine, 'start' | 'unsettledCount'>;
  readonly leases: Pick<LeaseKeeper, 'get' | 'holds'>;
  readonly claims: Pick<GatedClaims, 'rejectAtStart'>;
  /** Null: no queue allows it. */
  readonly preemption: Preemption | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What has to end before the worker is idle. */
  readonly active: InFlight;
  /** Something of the lane has come to its end. */
  readonly onFree: (lane: LaneBuffer) => void;
}

/** Outcomes on their way to the store before handlers have to wait for them. */
const MOST_UNSETTLED = 2_000;

/** Handlers that never wait must not keep the rest of the process waiting for longer, which has heartbeats to send. */
const LONGEST_TURN_MS = 20;

/** The slots of one lane: what waits is started while one is free. */
export class LaneSlots implements AttemptListener {
  private starting = false;
  /** Handled, but with a slot until the store has caught up. */
  private readonly waitingForStore = new Set<RunningAttempt>();

  constructor(
    private readonly lane: LaneBuffer,
    private readonly parts: LaneSlotsParts,
  ) {}

  fill(): void {
    // A handler that ends at once frees its slot while the next is being looked for.
    if (this.starting) return;
    this.starting = true;
    try {
      if (!this.startAll()) this.parts.clock.setTimer({ delayMs: 0, callback: () => this.fill() });
    } finally {
      this.starting = false;
    }
  }

  /** False: there is more, but others have waited long enough. */
  private startAll(): boolean {
    const { clock } = this.parts;
    const untilMs = clock.monotonicMs() + LONGEST_TURN_MS;
    for (let next = this.lane.startNext(); next !== null; next = this.lane.startNext()) {
      this.start(next);
      if (clock.monotonicMs() >= untilMs) return false;
    }
    return true;
  }

  /** A slot is for a handler: the outcome can be on its way while the next one runs, unless the store falls behind. */
  handled(attempt: RunningAttempt): void {
    const { engine, leases } = this.parts;
    const isUnsettled = leases.get(attempt.executionId) === attempt;
    if (isUnsettled && engine.unsettledCount > MOST_UNSETTLED) this.waitingForStore.add(attempt);
    else this.free(attempt);
  }

  settled(attempt: RunningAttempt): void {
    this.parts.active.end();
    if (this.waitingForStore.size > 0 && this.waitingForStore.delete(attempt)) this.free(attempt);
  }

  failed(attempt: RunningAttempt, error: unknown): void {
    this.logFailure(error, attempt.execution);
    this.settled(attempt);
  }

  private start(execution: Execution): void {
    const { engine, leases, claims, preemption, active } = this.parts;
    // Its lease may have been lost while it waited for its turn, or a policy may not let it run any more.
    const turnedAway = leases.holds(execution.id) ? claims.rejectAtStart(execution) : Promise.resolve();
    if (turnedAway !== null) {
      this.lane.finished();
      void active.track(turnedAway).catch((error: unknown) => this.logFailure(error, execution));
      return;
    }
    preemption?.withdrawRequest(execution.id);
    // Until it is handled, and until it is settled.
    active.begin();
    active.begin();
    engine.start(execution, this);
  }

  private free(attempt: RunningAttempt): void {
    const { preemption, active, onFree } = this.parts;
    if (preemption === null) this.lane.finished();
    else this.freeBeside(preemption, attempt);
    onFree(this.lane);
    active.end();
  }

  /** One that stood still held no slot, and what stands still may take the free one. */
  private freeBeside(preemption: Preemption, { executionId }: RunningAttempt): void {
    const { lane } = this;
    if (!preemption.endedSuspended(lane.queue, executionId)) lane.finished();
    while (lane.hasFreeSlot && preemption.resumeNext(lane.queue, lane.nextPriority)) lane.resumed();
  }

  private logFailure(error: unknown, { id }: Execution): void {
    this.parts.logger.error('an execution could not be brought to its end', {
      executionId: id,
      error: String(error),
    });
  }
}

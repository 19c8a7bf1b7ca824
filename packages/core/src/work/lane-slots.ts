import type { Clock, Execution, Logger } from '@scheduler/contracts';
import type { ExecutionEngine } from '../execute/execution-engine.js';
import type { AttemptListener, RunningAttempt } from '../execute/attempt/running-attempt.js';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import type { GatedClaims } from '../policies/gates/gated-claims.js';
import type { InFlight } from '../support/in-flight.js';
import { blockedForMs, LONGEST_TURN_MS } from '../support/next-turn.js';
import type { LaneBuffer } from './lane-buffer.js';
import type { Preemption } from './preemption.js';

export interface LaneSlotsParts {
  readonly engine: Pick<ExecutionEngine, 'start' | 'unsettledCount'>;
  readonly leases: Pick<LeaseKeeper, 'get' | 'holds'>;
  readonly claims: Pick<GatedClaims, 'rejectAtStart'>;
  /** Null: no queue of this node allows preemption. */
  readonly preemption: Preemption | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts what has to end before the worker is idle. */
  readonly active: InFlight;
  /** Called when the execution has left its slot. */
  readonly onFree: (lane: LaneBuffer, execution: Execution) => void;
  /** Whether the place of a step is kept for the next one until its end is stored. */
  readonly keepsPlace: () => boolean;
  /** Called when such a place is free for others. */
  readonly onPlace: (lane: LaneBuffer) => void;
}

/** How many outcomes may wait to be written before handlers have to wait for the store. */
const MOST_UNSETTLED = 2_000;

/** The slots of one lane: starts waiting executions while a slot is free. */
export class LaneSlots implements AttemptListener {
  private starting = false;
  /** Whether the next turn of the event loop goes on with starting. */
  private isPutOff = false;
  /** Attempts whose handler has ended, but which keep their slot until the store has caught up. */
  private readonly waitingForStore = new Set<RunningAttempt>();
  /** Steps whose place is kept. */
  private readonly withPlace = new Set<RunningAttempt>();

  constructor(
    private readonly lane: LaneBuffer,
    private readonly parts: LaneSlotsParts,
  ) {}

  fill(): void {
    // A handler that ends at once frees its slot during this loop, which then starts the next one.
    if (this.starting || this.isPutOff) return;
    this.starting = true;
    try {
      if (!this.startAll()) this.putOff();
    } finally {
      this.starting = false;
    }
  }

  /** Starts in the turn after the next, in which the claim that is about to be sent is on its way. */
  fillAfterClaim(): void {
    if (!this.isPutOff) this.putOff(() => this.putOff());
  }

  private putOff(then = () => this.fill()): void {
    this.isPutOff = true;
    const callback = () => {
      this.isPutOff = false;
      then();
    };
    this.parts.clock.setTimer({ delayMs: 0, callback });
  }

  /** False: there is more to start, but the event loop was blocked for long enough: by this lane, or by other work in the same turn. */
  private startAll(): boolean {
    const { lane } = this;
    if (!lane.canStart) return true;
    const { clock } = this.parts;
    const untilMs = clock.monotonicMs() + LONGEST_TURN_MS - blockedForMs(clock);
    for (; lane.canStart; this.startNext()) if (clock.monotonicMs() >= untilMs) return false;
    return true;
  }

  private startNext(): void {
    const next = this.lane.startNext();
    if (next !== null) this.start(next);
  }

  /** A slot is free when its handler has ended: the outcome is written while the next handler runs, unless the store falls behind. */
  handled(attempt: RunningAttempt): void {
    const { engine, leases } = this.parts;
    const isUnsettled = leases.get(attempt.executionId) === attempt;
    if (isUnsettled && engine.unsettledCount > MOST_UNSETTLED) this.waitingForStore.add(attempt);
    else {
      if (isUnsettled && attempt.execution.workflow !== null && this.parts.keepsPlace())
        this.keepPlace(attempt);
      this.free(attempt);
    }
  }

  private keepPlace(attempt: RunningAttempt): void {
    this.withPlace.add(attempt);
    this.lane.places.keep(1);
  }

  settled(attempt: RunningAttempt): void {
    this.parts.active.end();
    if (this.withPlace.size > 0 && this.withPlace.delete(attempt)) {
      this.lane.places.free(1);
      this.parts.onPlace(this.lane);
    }
    if (this.waitingForStore.size > 0 && this.waitingForStore.delete(attempt)) this.free(attempt);
  }

  failed(attempt: RunningAttempt, error: unknown): void {
    this.logFailure(error, attempt.execution);
    this.settled(attempt);
  }

  private start(execution: Execution): void {
    const { engine, leases, claims, preemption, active } = this.parts;
    // The lease may have been lost while the execution waited, or a policy may not let it start any more.
    const rejected = leases.holds(execution.id) ? claims.rejectAtStart(execution) : Promise.resolve();
    if (rejected !== null) {
      this.lane.finished();
      void active.track(rejected).catch((error: unknown) => this.logFailure(error, execution));
      return;
    }
    preemption?.withdrawRequest(execution.id);
    // Once until the handler has ended, and once until the attempt is settled.
    active.begin();
    active.begin();
    engine.start(execution, this);
  }

  private free(attempt: RunningAttempt): void {
    const { preemption, active, onFree } = this.parts;
    if (preemption === null) this.lane.finished();
    else this.freeBeside(preemption, attempt);
    onFree(this.lane, attempt.execution);
    active.end();
  }

  /** A suspended attempt held no slot. Others stay suspended until it is known that nothing more urgent waits. */
  private freeBeside(preemption: Preemption, { executionId }: RunningAttempt): void {
    if (preemption.endedSuspended(this.lane.queue, executionId)) this.lane.suspendedEnded();
    else this.lane.finished();
  }

  private logFailure(error: unknown, { id }: Execution): void {
    this.parts.logger.error('an execution could not be brought to its end', {
      executionId: id,
      error: String(error),
    });
  }
}

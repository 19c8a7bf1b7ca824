import type { Execution, Priority } from '@scheduler/contracts';
import type { Lane } from '@scheduler/contracts/adapter';
import type { RunningAttempt } from '../execute/attempt/running-attempt.js';
import type { LeaseKeeper } from '../execute/attempt/lease-keeper.js';
import { emitPreempted, emitResumed } from '../signals/telemetry/emit-preemption.js';
import type { LaneBuffer } from './lane-buffer.js';

export interface PreemptionParts {
  readonly node: string;
  /** The queues that allow preemption. */
  readonly queues: ReadonlySet<string>;
  readonly leases: Pick<LeaseKeeper, 'all' | 'get'>;
}

/** How often preemption happened in this process. */
export interface PreemptionCounts {
  /** Attempts that gave up their slot. */
  readonly preempted: number;
  /** Attempts that were asked for their slot and reached no checkpoint in time. */
  readonly unheeded: number;
}

/**
 * Lets more urgent executions take the slots of less urgent ones, where a queue allows it. An attempt that is asked gives up its slot at its
 * next checkpoint, keeps its lease, and goes on when the urgent work is done.
 */
export class Preemption {
  /** The attempts that were asked for their slot, by the id of the urgent execution. */
  private readonly asked = new Map<string, RunningAttempt>();
  private readonly suspended = new Map<string, RunningAttempt[]>();
  private readonly counts = new Map<string, { preempted: number; unheeded: number }>();

  constructor(private readonly parts: PreemptionParts) {}

  isAllowed(queue: string): boolean {
    return this.parts.queues.has(queue);
  }

  /**
   * What a lane without capacity would give slots to. Null: nothing. A free slot is for what is more urgent than all that is suspended; the
   * slots of the least urgent attempts, as many as there are, for what is more urgent than they are.
   */
  wanted(lane: LaneBuffer): Lane | null {
    const { queue } = lane;
    if (!this.isAllowed(queue) || lane.isPaused) return null;
    const [first] = this.byUrgency(queue);
    const free = lane.freeSlots - lane.buffered;
    if (first !== undefined && free > 0)
      return { queue, limit: free, moreUrgentThan: first.execution.priority };
    const victims = this.leastUrgentOnes(queue);
    const [least] = victims;
    return least === undefined
      ? null
      : { queue, limit: victims.length, moreUrgentThan: least.execution.priority };
  }

  /** Asks one attempt for its slot for each of the executions, the most urgent first; `onSlot` is called for each slot that was given up. */
  requestSlots(queue: string, urgentFirst: readonly Execution[], onSlot: () => void): void {
    for (const execution of urgentFirst) {
      if (this.asked.has(execution.id)) continue;
      const victim = this.leastUrgent(queue, execution.priority);
      // Nothing is less urgent than this one, nor than those behind it.
      if (victim === null) return;
      this.asked.set(execution.id, victim);
      victim.suspension.ask(() => {
        this.asked.delete(execution.id);
        this.suspend(queue, victim);
        emitPreempted({ node: this.parts.node, victim: victim.execution, incoming: execution });
        onSlot();
      });
    }
  }

  /** The urgent execution has a slot, or went back to its queue, so that nothing else has to give way to it. */
  withdrawRequest(executionId: string): void {
    const victim = this.asked.size === 0 ? undefined : this.asked.get(executionId);
    if (victim === undefined) return;
    this.asked.delete(executionId);
    victim.suspension.withdraw();
    this.countsOf(victim.execution.queue).unheeded += 1;
  }

  /** True: the attempt ended while it was suspended, so that it held no slot. */
  endedSuspended(queue: string, executionId: string): boolean {
    const waiting = this.suspended.get(queue);
    if (waiting === undefined) return false;
    const left = waiting.filter((attempt) => attempt.executionId !== executionId);
    if (left.length === 0) this.suspended.delete(queue);
    else this.suspended.set(queue, left);
    return left.length < waiting.length;
  }

  /** Resumes the most urgent suspended attempt, unless what waits is more urgent. True: it takes a slot again. */
  resumeNext(queue: string, nextWaiting: Priority | null): boolean {
    const [first] = this.byUrgency(queue);
    if (first === undefined || (nextWaiting !== null && nextWaiting < first.execution.priority)) return false;
    this.endedSuspended(queue, first.executionId);
    emitResumed(this.parts.node, first.execution);
    first.suspension.resume();
    return true;
  }

  suspendedIn(queue: string): readonly Execution[] {
    return (this.suspended.get(queue) ?? []).map(({ execution }) => execution);
  }

  countsOf(queue: string): { preempted: number; unheeded: number } {
    let counts = this.counts.get(queue);
    if (counts === undefined) this.counts.set(queue, (counts = { preempted: 0, unheeded: 0 }));
    return counts;
  }

  /** The suspended attempts, the most urgent first. */
  private byUrgency(queue: string): readonly RunningAttempt[] {
    const suspended = this.suspended.get(queue) ?? [];
    return [...suspended].sort((a, b) => a.execution.priority - b.execution.priority);
  }

  private suspend(queue: string, attempt: RunningAttempt): void {
    this.suspended.set(queue, [...(this.suspended.get(queue) ?? []), attempt]);
    this.countsOf(queue).preempted += 1;
  }

  /** The least urgent running attempt that was not asked yet, the latest of equally urgent ones. Null: none is less urgent. */
  private leastUrgent(queue: string, than: number = -1): RunningAttempt | null {
    let found: RunningAttempt | null = null;
    for (const attempt of this.askable(queue))
      if (attempt.execution.priority > than && (found === null || isLessUrgent(attempt, found)))
        found = attempt;
    return found;
  }

  /** The attempts of the lowest urgency that were not asked yet. */
  private leastUrgentOnes(queue: string): readonly RunningAttempt[] {
    const askable = this.askable(queue);
    const least = Math.max(...askable.map(({ execution }) => execution.priority));
    return askable.filter(({ execution }) => execution.priority === least);
  }

  /** The running attempts that can be asked for their slot. */
  private askable(queue: string): readonly RunningAttempt[] {
    return this.parts.leases.all().filter(({ execution, suspension, stopError, isOver }) => {
      if (execution.queue !== queue || stopError !== null || isOver) return false;
      return !suspension.isAsked && !suspension.isSuspended;
    });
  }
}

function isLessUrgent(one: RunningAttempt, other: RunningAttempt): boolean {
  const [a, b] = [one.execution.priority, other.execution.priority];
  return a > b || (a === b && one.beganAtMs > other.beganAtMs);
}

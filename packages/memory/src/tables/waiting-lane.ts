import type { Execution } from '@scheduler/contracts';
import { IndexedHeap } from '../ordered/indexed-heap.js';
import { OrderedQueue } from '../ordered/ordered-queue.js';
import { type Placed, takeOut } from '../ordered/placed.js';

/** What waits in a lane, by `sortMs`: the instant at which it is available. */
export interface WaitingRecord extends Placed {
  readonly execution: Pick<Execution, 'queue' | 'priority'>;
}

/** The pending executions of one queue: what is available by priority, then time, then id; and what is not yet, by time. */
export class WaitingLane<TRecord extends WaitingRecord> {
  private readonly ready: (OrderedQueue<TRecord> | undefined)[] = [];
  private readonly delayed = new IndexedHeap<TRecord>();

  add(record: TRecord, nowMs: number): void {
    if (record.sortMs > nowMs) this.delayed.push(record);
    else this.readyOf(record.execution.priority).push(record);
  }

  /** The first that is available. It stays. */
  first(nowMs: number): TRecord | null {
    this.promote(nowMs);
    for (const queue of this.ready) {
      const first = queue === undefined ? null : queue.first();
      // A wall clock that was set back makes what was available wait again.
      if (first !== null && first.sortMs <= nowMs) return first;
    }
    return null;
  }

  take(nowMs: number): TRecord | null {
    const first = this.first(nowMs);
    if (first !== null) takeOut(first);
    return first;
  }

  /** When the earliest one is available. Null: the lane is empty. */
  earliestMs(): number | null {
    let earliest = this.delayed.first()?.sortMs ?? Infinity;
    for (const queue of this.ready) {
      const first = queue === undefined ? null : queue.first();
      if (first !== null && first.sortMs < earliest) earliest = first.sortMs;
    }
    return earliest === Infinity ? null : earliest;
  }

  private promote(nowMs: number): void {
    let next = this.delayed.first();
    while (next !== null && next.sortMs <= nowMs) {
      takeOut(next);
      this.readyOf(next.execution.priority).push(next);
      next = this.delayed.first();
    }
  }

  private readyOf(priority: number): OrderedQueue<TRecord> {
    let queue = this.ready[priority];
    if (queue === undefined) {
      // Without holes, so that looping over the priorities stays fast.
      while (this.ready.length < priority) this.ready.push(undefined);
      this.ready[priority] = queue = new OrderedQueue();
    }
    return queue;
  }
}

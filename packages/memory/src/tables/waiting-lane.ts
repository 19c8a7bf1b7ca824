import type { Execution } from '@scheduler/contracts';
import { IndexedHeap } from '../ordered/indexed-heap.js';
import { OrderedQueue } from '../ordered/ordered-queue.js';
import { type OrderedItem, removeItem } from '../ordered/ordered-item.js';

/** A record that waits in a lane, ordered by the instant at which it is available. */
export interface WaitingRecord extends OrderedItem {
  readonly execution: Pick<Execution, 'queue' | 'priority'>;
}

/** The pending executions of one queue: available ones by priority, time and id; the others by time. */
export class WaitingLane<TRecord extends WaitingRecord> {
  private readonly ready: (OrderedQueue<TRecord> | undefined)[] = [];
  private readonly delayed = new IndexedHeap<TRecord>();

  add(record: TRecord, nowMs: number): void {
    if (record.sortMs > nowMs) this.delayed.push(record);
    else this.readyOf(record.execution.priority).push(record);
  }

  /** The first available execution. It stays in the lane. */
  first(nowMs: number): TRecord | null {
    this.promote(nowMs);
    for (const queue of this.ready) {
      const first = queue === undefined ? null : queue.first();
      // After the wall clock was set back, an available execution may have to wait again.
      if (first !== null && first.sortMs <= nowMs) return first;
    }
    return null;
  }

  take(nowMs: number): TRecord | null {
    const first = this.first(nowMs);
    if (first !== null) removeItem(first);
    return first;
  }

  /** When the first execution is available, of those that become available after an instant. Null: there is none. */
  earliestMs(afterMs = -Infinity): number | null {
    let earliest = earliestIn(this.delayed, afterMs);
    for (const queue of this.ready)
      if (queue !== undefined) earliest = Math.min(earliest, earliestIn(queue, afterMs));
    return earliest === Infinity ? null : earliest;
  }

  private promote(nowMs: number): void {
    let next = this.delayed.first();
    while (next !== null && next.sortMs <= nowMs) {
      removeItem(next);
      this.readyOf(next.execution.priority).push(next);
      next = this.delayed.first();
    }
  }

  private readyOf(priority: number): OrderedQueue<TRecord> {
    let queue = this.ready[priority];
    if (queue === undefined) {
      // An array without holes is faster to iterate.
      while (this.ready.length < priority) this.ready.push(undefined);
      this.ready[priority] = queue = new OrderedQueue();
    }
    return queue;
  }
}

/** The first instant after another one. All records are compared only if the first one is not after it. */
function earliestIn<TRecord extends WaitingRecord>(
  records: { first(): TRecord | null; all(): Iterable<TRecord> },
  afterMs: number,
): number {
  const first = records.first()?.sortMs ?? Infinity;
  if (first > afterMs) return first;
  let earliest = Infinity;
  for (const { sortMs } of records.all()) if (sortMs > afterMs && sortMs < earliest) earliest = sortMs;
  return earliest;
}

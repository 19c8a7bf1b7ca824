import type { Execution } from '@scheduler/contracts';
import { IndexedHeap } from '../ordered/indexed-heap.js';
import { OrderedQueue } from '../ordered/ordered-queue.js';
import { isBefore, type OrderedItem, removeItem } from '../ordered/ordered-item.js';

/** A record that waits in a lane, ordered by the instant at which it is available. */
export interface WaitingRecord extends OrderedItem {
  readonly execution: Pick<Execution, 'queue' | 'priority' | 'type'>;
}

/** The pending executions of one queue: available ones by priority, time and id; the others by time. */
export class WaitingLane<TRecord extends WaitingRecord> {
  private readonly ready: (OrderedQueue<TRecord> | undefined)[] = [];
  private readonly delayed = new IndexedHeap<TRecord>();
  /** Executions that claims passed over because of their type, by type, so that they are not found again and again. Null: there was none. */
  private held: Map<string, WaitingLane<TRecord>> | null = null;

  add(record: TRecord, nowMs: number): void {
    if (record.sortMs > nowMs) this.delayed.push(record);
    else this.readyOf(record.execution.priority).push(record);
  }

  /** The first available execution, of a type that is not excepted. It stays in the lane. */
  first(nowMs: number, except: ReadonlySet<string> = NONE): TRecord | null {
    this.promote(nowMs);
    for (;;) {
      const first = this.firstReady(nowMs);
      if (first === null || !except.has(first.execution.type))
        return this.held === null ? first : this.firstHeld(this.held, nowMs, { except, first });
      this.hold(first);
    }
  }

  private firstReady(nowMs: number): TRecord | null {
    for (const queue of this.ready) {
      const first = queue === undefined ? null : queue.first();
      // After the wall clock was set back, an available execution may have to wait again.
      if (first !== null && first.sortMs <= nowMs) return first;
    }
    return null;
  }

  private hold(record: TRecord): void {
    const { type } = record.execution;
    removeItem(record);
    this.held ??= new Map();
    let lane = this.held.get(type);
    if (lane === undefined) this.held.set(type, (lane = new WaitingLane()));
    lane.add(record, record.sortMs);
  }

  /** The most urgent of the given one and those that were passed over by others. */
  private firstHeld(
    held: Map<string, WaitingLane<TRecord>>,
    nowMs: number,
    { except, first }: { readonly except: ReadonlySet<string>; readonly first: TRecord | null },
  ): TRecord | null {
    let found = first;
    for (const [type, lane] of held) {
      if (except.has(type)) continue;
      const one = lane.first(nowMs);
      if (one !== null && (found === null || isMoreUrgent(one, found))) found = one;
      if (lane.earliestMs() === null) held.delete(type);
    }
    return found;
  }

  take(nowMs: number): TRecord | null {
    const first = this.first(nowMs);
    if (first !== null) removeItem(first);
    return first;
  }

  /** When the first execution is available, of those after an instant that are not held because of an excepted type. Null: there is none. */
  earliestMs({ afterMs = -Infinity, except = NONE }: EarliestOf = {}): number | null {
    let earliest = earliestIn(this.delayed, afterMs);
    for (const queue of this.ready)
      if (queue !== undefined) earliest = Math.min(earliest, earliestIn(queue, afterMs));
    for (const [type, lane] of this.held ?? [])
      if (!except.has(type)) earliest = Math.min(earliest, lane.earliestMs({ afterMs }) ?? Infinity);
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

interface EarliestOf {
  readonly afterMs?: number;
  readonly except?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

function isMoreUrgent(one: WaitingRecord, other: WaitingRecord): boolean {
  const byPriority = one.execution.priority - other.execution.priority;
  return byPriority < 0 || (byPriority === 0 && isBefore(one, other));
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

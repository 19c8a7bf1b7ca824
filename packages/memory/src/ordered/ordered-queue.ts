import { IndexedHeap } from './indexed-heap.js';
import { isBefore, type OrderedItem } from './ordered-item.js';
import { SortedRun } from './sorted-run.js';

/**
 * A queue ordered by time and id. Items that arrive in order, as nearly all do, cost constant time; the others go into a heap.
 */
export class OrderedQueue<T extends OrderedItem> {
  private readonly inOrder = new SortedRun<T>();
  private readonly outOfOrder = new IndexedHeap<T>();

  get size(): number {
    return this.inOrder.size + this.outOfOrder.size;
  }

  push(item: T): void {
    if (this.inOrder.accepts(item)) this.inOrder.push(item);
    else this.outOfOrder.push(item);
  }

  /** All items, in no particular order. */
  *all(): Iterable<T> {
    yield* this.inOrder.all();
    yield* this.outOfOrder.all();
  }

  first(): T | null {
    const a = this.inOrder.first();
    const b = this.outOfOrder.first();
    if (a === null) return b;
    if (b === null) return a;
    return isBefore(b, a) ? b : a;
  }
}

import { IndexedHeap } from './indexed-heap.js';
import { isBefore, type Placed } from './placed.js';
import { SortedRun } from './sorted-run.js';

/**
 * Items by time and id. What arrives in order, and nearly everything does, costs constant time; the rest goes through a heap.
 */
export class OrderedQueue<T extends Placed> {
  private readonly inOrder = new SortedRun<T>();
  private readonly outOfOrder = new IndexedHeap<T>();

  get size(): number {
    return this.inOrder.size + this.outOfOrder.size;
  }

  push(item: T): void {
    if (this.inOrder.accepts(item)) this.inOrder.push(item);
    else this.outOfOrder.push(item);
  }

  /** In no particular order. */
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

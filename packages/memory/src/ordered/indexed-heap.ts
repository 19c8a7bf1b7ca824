import { isBefore, type Order, type OrderedContainer, type OrderedItem } from './ordered-item.js';

/** A binary heap, ordered by time and id by default. Its items know their position, so that each can be removed in logarithmic time. */
export class IndexedHeap<T extends OrderedItem> implements OrderedContainer {
  private readonly items: T[] = [];

  constructor(private readonly isFirst: Order = isBefore) {}

  get size(): number {
    return this.items.length;
  }

  /** All items, in no particular order. */
  all(): Iterable<T> {
    return this.items;
  }

  first(): T | null {
    return this.items[0] ?? null;
  }

  push(item: T): void {
    item.container = this;
    this.items.push(item);
    this.rise(item, this.items.length - 1);
  }

  remove(item: OrderedItem): void {
    const hole = item.position;
    const last = this.items.pop();
    item.container = null;
    if (last === undefined || hole === this.items.length) return;
    this.rise(last, hole);
    this.sink(last, last.position);
  }

  /** The first items up to an instant, in order. They stay in the heap. */
  upTo(latestMs: number, limit: number): T[] {
    const found: T[] = [];
    for (let next = this.first(); next !== null && found.length < limit; next = this.first()) {
      if (next.sortMs > latestMs) break;
      this.remove(next);
      found.push(next);
    }
    for (const item of found) this.push(item);
    return found;
  }

  private rise(item: T, from: number): void {
    let position = from;
    while (position > 0) {
      const parentPosition = (position - 1) >> 1;
      const parent = this.items[parentPosition];
      if (parent === undefined || !this.isFirst(item, parent)) break;
      this.set(parent, position);
      position = parentPosition;
    }
    this.set(item, position);
  }

  private sink(item: T, from: number): void {
    let position = from;
    for (;;) {
      const child = this.earlierChild(position);
      if (child === null || !this.isFirst(child, item)) break;
      const vacated = child.position;
      this.set(child, position);
      position = vacated;
    }
    this.set(item, position);
  }

  private earlierChild(position: number): T | null {
    const left = this.items[2 * position + 1];
    const right = this.items[2 * position + 2];
    if (left === undefined) return null;
    return right !== undefined && this.isFirst(right, left) ? right : left;
  }

  private set(item: T, position: number): void {
    item.position = position;
    this.items[position] = item;
  }
}

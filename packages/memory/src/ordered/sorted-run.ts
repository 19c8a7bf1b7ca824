import type { OrderedContainer, OrderedItem } from './ordered-item.js';

/** Up to this many slots, empty ones are not cleaned up. */
const MAX_UNCOMPACTED = 32;

/** A list whose items are added in order. Adding, removing and reading the first item take constant time. */
export class SortedRun<T extends OrderedItem> implements OrderedContainer {
  private slots: (T | null)[] = [];
  private head = 0;
  private occupied = 0;
  private lastMs = 0;
  private lastId = '';

  get size(): number {
    return this.occupied;
  }

  accepts(item: T): boolean {
    if (this.occupied === 0 || item.sortMs > this.lastMs) return true;
    return item.sortMs === this.lastMs && item.id >= this.lastId;
  }

  push(item: T): void {
    item.container = this;
    item.position = this.slots.length;
    this.slots.push(item);
    this.occupied += 1;
    this.lastMs = item.sortMs;
    this.lastId = item.id;
  }

  *all(): Iterable<T> {
    for (const item of this.slots) if (item !== null) yield item;
  }

  first(): T | null {
    if (this.occupied === 0) return null;
    while (this.slots[this.head] === null) this.head += 1;
    return this.slots[this.head] ?? null;
  }

  remove(item: OrderedItem): void {
    item.container = null;
    this.slots[item.position] = null;
    this.occupied -= 1;
    if (this.slots.length > MAX_UNCOMPACTED && this.occupied * 2 < this.slots.length) this.compact();
  }

  /** Removes the empty slots. Half of them were emptied since the last time, which spreads the cost. */
  private compact(): void {
    const kept: T[] = [];
    for (let slot = this.head; slot < this.slots.length; slot += 1) {
      const item = this.slots[slot];
      if (item === null || item === undefined) continue;
      item.position = kept.length;
      kept.push(item);
    }
    this.slots = kept;
    this.head = 0;
  }
}

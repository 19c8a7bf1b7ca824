import type { Place, Placed } from './placed.js';

/** Below this many slots, empty ones are not worth a clean-up. */
const SMALL = 32;

/** A list to which only what comes last is added: constant time to add, to look at the first and to leave. */
export class SortedRun<T extends Placed> implements Place {
  private slots: (T | null)[] = [];
  private head = 0;
  private live = 0;
  private lastMs = 0;
  private lastId = '';

  get size(): number {
    return this.live;
  }

  accepts(item: T): boolean {
    if (this.live === 0 || item.sortMs > this.lastMs) return true;
    return item.sortMs === this.lastMs && item.id >= this.lastId;
  }

  push(item: T): void {
    item.place = this;
    item.position = this.slots.length;
    this.slots.push(item);
    this.live += 1;
    this.lastMs = item.sortMs;
    this.lastId = item.id;
  }

  *all(): Iterable<T> {
    for (const item of this.slots) if (item !== null) yield item;
  }

  first(): T | null {
    if (this.live === 0) return null;
    while (this.slots[this.head] === null) this.head += 1;
    return this.slots[this.head] ?? null;
  }

  remove(item: Placed): void {
    item.place = null;
    this.slots[item.position] = null;
    this.live -= 1;
    if (this.slots.length > SMALL && this.live * 2 < this.slots.length) this.close();
  }

  /** Closes the gaps. Half of the slots were emptied since the last time, so that its cost is spread over them. */
  private close(): void {
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

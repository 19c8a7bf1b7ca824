interface Instant {
  readonly at: Date;
  readonly id: string;
}

/** Items in the order of an instant and their ids, read from the newest on. Most items are added at the end. */
export class NewestFirst<TItem> {
  /** Oldest first. */
  private readonly items: TItem[] = [];

  constructor(private readonly instantOf: (item: TItem) => Instant) {}

  add(item: TItem): void {
    this.items.splice(this.position(this.instantOf(item)), 0, item);
  }

  remove(item: TItem): void {
    const at = this.position(this.instantOf(item));
    if (this.items[at] === item) this.items.splice(at, 1);
  }

  /** In place of an item of the same instant and id. */
  replace(item: TItem, by: TItem): void {
    this.items[this.position(this.instantOf(item))] = by;
  }

  oldest(): TItem | undefined {
    return this.items[0];
  }

  /** Those after the cursor that match, newest first. */
  page(limit: number, after: Instant | undefined, matches: (item: TItem) => boolean): readonly TItem[] {
    const found: TItem[] = [];
    const from = after === undefined ? this.items.length : this.position(after);
    for (let index = from - 1; index >= 0 && found.length < limit; index -= 1) {
      const item = this.items[index] as TItem;
      if (matches(item)) found.push(item);
    }
    return found;
  }

  /** Where the item of an instant and an id stands, or would stand. */
  private position(instant: Instant): number {
    let [low, high] = [0, this.items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.instantOf(this.items[middle] as TItem), instant)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isBefore(a: Instant, b: Instant): boolean {
  const difference = a.at.getTime() - b.at.getTime();
  return difference === 0 ? a.id < b.id : difference < 0;
}

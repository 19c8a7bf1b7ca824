/** A heap of numbers that gives the smallest first. */
export class MinHeap {
  private readonly items: number[] = [];

  get size(): number {
    return this.items.length;
  }

  /** Null: it is empty. */
  peek(): number | null {
    return this.items[0] ?? null;
  }

  push(value: number): void {
    const { items } = this;
    let index = items.push(value) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.at(parent) <= value) break;
      items[index] = this.at(parent);
      index = parent;
    }
    items[index] = value;
  }

  /** Null: it is empty. */
  pop(): number | null {
    const { items } = this;
    const smallest = this.peek();
    const last = items.pop();
    if (last !== undefined && items.length > 0) this.sink(last);
    return smallest;
  }

  private sink(value: number): void {
    const { items } = this;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const child = left + (this.at(left + 1) < this.at(left) ? 1 : 0);
      if (this.at(child) >= value) break;
      items[index] = this.at(child);
      index = child;
    }
    items[index] = value;
  }

  private at(index: number): number {
    return this.items[index] ?? Number.POSITIVE_INFINITY;
  }
}

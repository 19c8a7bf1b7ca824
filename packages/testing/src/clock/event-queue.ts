interface TimedEvent {
  readonly atMs: number;
  /** Events of one instant happen in the order in which they were planned. */
  readonly sequence: number;
  readonly happen: () => void;
  /** It has happened, or was called off. */
  over: boolean;
}

/** What is still to happen, the next first (a binary heap). */
export class EventQueue {
  private readonly heap: TimedEvent[] = [];
  private sequence = 0;
  private cancelledCount = 0;

  /** Those that are still to happen. */
  get size(): number {
    return this.heap.length - this.cancelledCount;
  }

  /** Returns the way to call it off; harmless after it has happened. */
  add(atMs: number, happen: () => void): () => void {
    const event: TimedEvent = { atMs, sequence: (this.sequence += 1), happen, over: false };
    this.heap.push(event);
    this.rise(this.heap.length - 1);
    return () => this.cancel(event);
  }

  /** When the next one happens. Null: there is none. */
  get nextAtMs(): number | null {
    return this.first()?.atMs ?? null;
  }

  /** The next one up to an instant, taken out. Null: there is none. */
  takeNext(untilMs: number): Pick<TimedEvent, 'atMs' | 'happen'> | null {
    const next = this.first();
    if (next === null || next.atMs > untilMs) return null;
    this.removeFirst();
    next.over = true;
    return next;
  }

  private first(): TimedEvent | null {
    for (;;) {
      const [next] = this.heap;
      if (next === undefined) return null;
      if (!next.over) return next;
      this.removeFirst();
      this.cancelledCount -= 1;
    }
  }

  private cancel(event: TimedEvent): void {
    if (event.over) return;
    event.over = true;
    this.cancelledCount += 1;
  }

  private removeFirst(): void {
    const last = this.heap.pop();
    if (last === undefined || this.heap.length === 0) return;
    this.heap[0] = last;
    this.sink(0);
  }

  private rise(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.isEarlier(index, parent)) return;
      this.swap(index, parent);
      index = parent;
    }
  }

  private sink(from: number): void {
    let index = from;
    for (;;) {
      let first = index;
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < this.heap.length && this.isEarlier(child, first)) first = child;
      if (first === index) return;
      this.swap(index, first);
      index = first;
    }
  }

  private isEarlier(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (one === undefined || other === undefined) return false;
    return one.atMs < other.atMs || (one.atMs === other.atMs && one.sequence < other.sequence);
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (one === undefined || other === undefined) return;
    this.heap[a] = other;
    this.heap[b] = one;
  }
}

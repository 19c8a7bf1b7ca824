interface TimedEvent {
  readonly atMs: number;
  /** Events of the same instant happen in the order in which they were added. */
  readonly sequence: number;
  readonly happen: () => void;
  /** The event has happened, or was cancelled. */
  over: boolean;
}

/** The events to come, the next one first (a binary heap). */
export class EventQueue {
  private readonly heap: TimedEvent[] = [];
  private sequence = 0;
  private cancelledCount = 0;

  /** The number of events that have not happened yet. */
  get size(): number {
    return this.heap.length - this.cancelledCount;
  }

  /** Returns a function that cancels the event; it has no effect after the event has happened. */
  add(atMs: number, happen: () => void): () => void {
    const event: TimedEvent = { atMs, sequence: (this.sequence += 1), happen, over: false };
    this.heap.push(event);
    this.rise(this.heap.length - 1);
    return () => this.cancel(event);
  }

  /** The time of the next event. Null: there is none. */
  get nextAtMs(): number | null {
    return this.first()?.atMs ?? null;
  }

  /** Removes and returns the next event up to an instant. Null: there is none. */
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

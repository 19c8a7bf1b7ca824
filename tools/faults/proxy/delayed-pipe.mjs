/** Writes data to a socket in order, each piece with its delay. */
export class DelayedPipe {
  #to;
  #queue = [];
  #timer;

  constructor(to) {
    this.#to = to;
  }

  push(data, delayMs) {
    this.#later(() => this.#to.write(data), delayMs);
  }

  /** Ends the socket after all data that was pushed before. */
  end(delayMs) {
    this.#later(() => this.#to.end(), delayMs);
  }

  drop() {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  #later(act, delayMs) {
    // Never before the data that still waits, which a shorter delay would overtake.
    const due = Math.max(performance.now() + delayMs, this.#queue.at(-1)?.due ?? 0);
    if (delayMs === 0 && this.#queue.length === 0) return void act();
    this.#queue.push({ due, act });
    if (this.#queue.length === 1) this.#wait();
  }

  #wait() {
    const [next] = this.#queue;
    if (next === undefined) return;
    this.#timer = setTimeout(() => {
      this.#queue.shift();
      next.act();
      this.#wait();
    }, next.due - performance.now());
  }
}

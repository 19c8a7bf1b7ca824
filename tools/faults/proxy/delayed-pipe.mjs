/** Carries what one socket says to another, in order, each piece as late as it is told. */
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

  /** After all that was pushed before. */
  end(delayMs) {
    this.#later(() => this.#to.end(), delayMs);
  }

  drop() {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  #later(act, delayMs) {
    // Behind what still waits, or a shorter delay would overtake it.
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

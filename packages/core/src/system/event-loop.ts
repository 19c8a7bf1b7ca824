import type { Timer } from '@scheduler/contracts';

/** How long one turn of the event loop may take before what can wait is put off to the next. */
const LONGEST_TURN_MS = 10;

/** The event loop of this process: how long its turn has taken, and work for its next turns. */
export class EventLoop {
  private turnBeganMs: number | null = null;
  /** The oldest first. For each there is one call of `goOn` to come. */
  private readonly waiting: WaitingTurn[] = [];

  /** The milliseconds since something asked for the first time in this turn. */
  blockedForMs(): number {
    const nowMs = performance.now();
    if (this.turnBeganMs !== null) return nowMs - this.turnBeganMs;
    this.turnBeganMs = nowMs;
    setImmediate(() => (this.turnBeganMs = null));
    return 0;
  }

  /** Calls back in a later turn, in the order of the calls. Callbacks that take long have a turn each. */
  nextTurn(callback: () => void): Timer {
    const turn = new WaitingTurn(callback);
    this.waiting.push(turn);
    setImmediate(() => this.goOn());
    return turn;
  }

  private goOn(): void {
    if (this.blockedForMs() < LONGEST_TURN_MS) this.waiting.shift()?.run();
    else setImmediate(() => this.goOn());
  }
}

class WaitingTurn implements Timer {
  constructor(private callback: (() => void) | null) {}

  run(): void {
    this.callback?.();
  }

  cancel(): void {
    this.callback = null;
  }
}

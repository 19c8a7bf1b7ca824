import type { Clock, Timer, TimerRequest } from '@scheduler/contracts';
import { EventLoop } from './event-loop.js';

/** The longest delay of Node's timers; a longer delay takes several steps. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** The clock of the machine. */
export class SystemClock implements Clock {
  private readonly eventLoop = new EventLoop();

  now(): Date {
    return new Date();
  }

  monotonicMs(): number {
    return performance.now();
  }

  blockedForMs(): number {
    return this.eventLoop.blockedForMs();
  }

  setTimer({ delayMs, callback }: TimerRequest): Timer {
    if (delayMs <= 0) return this.eventLoop.nextTurn(callback);
    if (delayMs <= LONGEST_TIMEOUT_MS) return new SystemTimer(setTimeout(callback, delayMs));
    const timer = new SystemTimer(
      setTimeout(() => {
        const rest = this.setTimer({ delayMs: delayMs - LONGEST_TIMEOUT_MS, callback });
        timer.replaceBy(rest);
      }, LONGEST_TIMEOUT_MS),
    );
    return timer;
  }
}

class SystemTimer implements Timer {
  private rest: Timer | null = null;

  constructor(private readonly handle: NodeJS.Timeout) {}

  replaceBy(rest: Timer): void {
    this.rest = rest;
  }

  cancel(): void {
    clearTimeout(this.handle);
    this.rest?.cancel();
  }
}

import type { Clock, Timer, TimerRequest } from '@scheduler/contracts';

interface Pending extends TimerRequest {
  readonly dueMs: number;
}

/** Lets everything that waits for promises go on, without letting time pass. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  private elapsedMs = 0;
  private readonly timers = new Set<Pending>();

  constructor(private readonly startedAt = new Date('2030-01-01T00:00:00Z')) {}

  now(): Date {
    return new Date(this.startedAt.getTime() + this.elapsedMs);
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  setTimer(request: TimerRequest): Timer {
    const timer = { ...request, dueMs: this.elapsedMs + request.delayMs };
    this.timers.add(timer);
    return { cancel: () => void this.timers.delete(timer) };
  }

  /** The delays of the timers that wait, shortest first. */
  get waiting(): readonly number[] {
    return [...this.timers].map(({ dueMs }) => dueMs - this.elapsedMs).sort((a, b) => a - b);
  }

  /** Goes on by so much; every timer on the way goes off at its own instant, and what it causes is done before the next. */
  async advance(milliseconds: number): Promise<void> {
    const endMs = this.elapsedMs + milliseconds;
    await settle();
    for (let next = this.nextBy(endMs); next !== undefined; next = this.nextBy(endMs)) {
      this.timers.delete(next);
      this.elapsedMs = Math.max(this.elapsedMs, next.dueMs);
      next.callback();
      await settle();
    }
    this.elapsedMs = Math.max(this.elapsedMs, endMs);
  }

  /** So much passes while the process is busy: no timer goes off. */
  skip(milliseconds: number): void {
    this.elapsedMs += milliseconds;
  }

  private nextBy(endMs: number): Pending | undefined {
    return [...this.timers].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0];
  }
}

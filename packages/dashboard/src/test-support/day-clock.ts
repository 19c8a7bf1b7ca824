import type { Clock, Timer, TimerRequest } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import { SettableClock } from '@scheduler/testing';

/** A clock that is advanced through a day, and runs by itself from then on. */
export class DayClock implements Clock {
  private readonly day: SettableClock;
  private readonly system = new SystemClock();
  private current: Clock;
  private elapsedMs = 0;

  constructor(begin: Date) {
    this.day = new SettableClock(begin);
    this.current = this.day;
  }

  /** Before `runByItself` only. */
  advanceTo(instant: Date): Promise<void> {
    return this.day.advanceTo(instant);
  }

  /** For handlers that take their time; from `runByItself` on they take none. */
  async spend(milliseconds: number): Promise<void> {
    if (this.current === this.day) await this.day.advance(milliseconds);
  }

  runByItself(): void {
    this.elapsedMs = this.day.monotonicMs() - this.system.monotonicMs();
    this.current = this.system;
  }

  now(): Date {
    return this.current.now();
  }

  monotonicMs(): number {
    return this.current.monotonicMs() + this.elapsedMs;
  }

  setTimer(request: TimerRequest): Timer {
    return this.current.setTimer(request);
  }
}

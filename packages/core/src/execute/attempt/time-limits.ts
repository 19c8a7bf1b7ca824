import { type Clock, ExecutionTimedOut } from '@scheduler/contracts';
import type { RunningAttempt } from './running-attempt.js';

/** Stops attempts whose time is up. Most handlers end within the turn of the event loop that started them; only the others get a timer. */
export class TimeLimits {
  private fresh: RunningAttempt[] = [];

  constructor(private readonly clock: Clock) {}

  watch(attempt: RunningAttempt): void {
    this.fresh.push(attempt);
    if (this.fresh.length === 1) this.clock.setTimer({ delayMs: 0, callback: () => this.setTimers() });
  }

  private setTimers(): void {
    const { fresh } = this;
    this.fresh = [];
    for (const attempt of fresh) if (!attempt.isOver) this.setTimer(attempt);
  }

  private setTimer(attempt: RunningAttempt): void {
    const { id, policy } = attempt.execution;
    const callback = () => {
      const error = new ExecutionTimedOut(id, policy.timeoutMs);
      attempt.stop({ end: { kind: 'timed_out', error }, error });
    };
    attempt.limitBy(
      this.clock.setTimer({ delayMs: Math.max(0, policy.timeoutMs - attempt.ranMs), callback }),
    );
  }
}

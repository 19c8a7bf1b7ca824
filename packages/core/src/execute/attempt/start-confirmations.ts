import type { Clock, Logger, Timer } from '@scheduler/contracts';
import type { RunningAttempt } from './running-attempt.js';

export interface StartConfirmationsParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The attempts that run on this node. */
  readonly attempts: () => Iterable<RunningAttempt>;
  /** Tells the store when the handlers started, in one statement. */
  readonly confirm: (attempts: readonly RunningAttempt[]) => Promise<void>;
}

/** An attempt is confirmed between one and two of these after its handler started. */
const LOOK_EVERY_MS = 500;

/**
 * Tells the store that handlers have started, for those that run longer than a moment. What ends sooner tells it with its outcome, so that a
 * start costs no write of its own. A lost node uses up an attempt only where the start is confirmed.
 */
export class StartConfirmations {
  private timer: Timer | null = null;
  private isConfirming = false;

  constructor(private readonly parts: StartConfirmationsParts) {}

  /** Called when a handler goes on after its call, so that its start may have to be confirmed. */
  watch(): void {
    this.timer ??= this.parts.clock.setTimer({ delayMs: LOOK_EVERY_MS, callback: () => this.look() });
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  private look(): void {
    this.timer = null;
    const startedBeforeMs = this.parts.clock.monotonicMs() - LOOK_EVERY_MS;
    const unconfirmed = [...this.parts.attempts()].filter((attempt) => attempt.needsConfirmation);
    const due = unconfirmed.filter(({ beganAtMs }) => beganAtMs <= startedBeforeMs);
    if (due.length > 0 && !this.isConfirming) void this.confirm(due);
    if (unconfirmed.length > 0) this.watch();
  }

  private async confirm(attempts: readonly RunningAttempt[]): Promise<void> {
    this.isConfirming = true;
    try {
      await this.parts.confirm(attempts);
    } catch (error) {
      // The next look repeats it.
      this.parts.logger.debug('starts were not confirmed', {
        executions: attempts.length,
        error: String(error),
      });
    } finally {
      this.isConfirming = false;
    }
  }
}

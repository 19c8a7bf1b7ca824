import type { Clock, Timer } from '@scheduler/contracts';

export interface LoopOptions {
  readonly clock: Clock;
  /** Does one round and says after how many milliseconds the next one is wanted. Null: only when woken. */
  readonly tick: () => Promise<number | null>;
  /** A round that failed; the loop goes on after `retryMs`. */
  readonly onError: (error: unknown) => void;
  readonly retryMs: number;
}

/** Repeats a tick: by time, and at once when woken. Rounds never overlap. */
export class Loop {
  private state: 'stopped' | 'waiting' | 'ticking' = 'stopped';
  private woken = false;
  private timer: Timer | null = null;
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly options: LoopOptions) {}

  start(): void {
    if (this.state !== 'stopped') return;
    this.state = 'waiting';
    this.wake();
  }

  /** Many calls while a round is under way cause one more round. */
  wake(): void {
    if (this.state === 'ticking') this.woken = true;
    if (this.state !== 'waiting') return;
    this.timer?.cancel();
    this.state = 'ticking';
    this.round = this.run();
  }

  /** Resolves when the round under way has ended; none starts after it. */
  async stop(): Promise<void> {
    this.timer?.cancel();
    this.state = 'stopped';
    await this.round;
  }

  private async run(): Promise<void> {
    let delayMs: number | null;
    do {
      this.woken = false;
      delayMs = await this.tickSafely();
    } while (this.woken && this.isTicking());
    if (this.isTicking()) this.wait(delayMs);
  }

  private async tickSafely(): Promise<number | null> {
    try {
      return await this.options.tick();
    } catch (error) {
      this.options.onError(error);
      return this.options.retryMs;
    }
  }

  private wait(delayMs: number | null): void {
    this.state = 'waiting';
    if (delayMs !== null) this.timer = this.options.clock.setTimer({ delayMs, callback: () => this.wake() });
  }

  private isTicking(): boolean {
    return this.state === 'ticking';
  }
}

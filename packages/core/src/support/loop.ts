import type { Clock, Timer } from '@scheduler/contracts';
import { runUncaused } from './cause.js';

export interface LoopOptions {
  readonly clock: Clock;
  /** Does one round, and returns after how many milliseconds the next one begins. Null: only when woken. */
  readonly tick: () => Promise<number | null>;
  /** Called when a round failed; the loop goes on after `retryMs`. */
  readonly onError: (error: unknown) => void;
  /** Called when a round succeeded. Default: nothing happens. */
  readonly onSuccess?: () => void;
  readonly retryMs: number;
}

/** Repeats a tick: by time, and at once when woken. Rounds never overlap. */
export class Loop {
  private state: 'stopped' | 'waiting' | 'ticking' = 'stopped';
  private woken = false;
  private timer: Timer | null = null;
  private round: Promise<void> = Promise.resolve();
  /** Grows with each stop: a round that began before it must not go on after the next start. */
  private generation = 0;

  constructor(private readonly options: LoopOptions) {}

  /** Whether another round begins as soon as the one under way has ended. */
  get isWoken(): boolean {
    return this.woken;
  }

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
    const { generation } = this;
    const last = this.round;
    this.round = (async () => {
      await last;
      await this.run(generation);
    })();
  }

  /** Resolves when the round under way has ended; none starts after it. */
  async stop(): Promise<void> {
    this.timer?.cancel();
    this.state = 'stopped';
    this.generation += 1;
    await this.round;
  }

  private async run(generation: number): Promise<void> {
    let delayMs: number | null = null;
    while (this.generation === generation) {
      this.woken = false;
      delayMs = await this.tickSafely();
      if (!this.woken) break;
    }
    if (this.generation === generation) this.wait(delayMs);
  }

  private async tickSafely(): Promise<number | null> {
    try {
      const delayMs = await runUncaused(() => this.options.tick());
      this.options.onSuccess?.();
      return delayMs;
    } catch (error) {
      this.options.onError(error);
      return this.options.retryMs;
    }
  }

  private wait(delayMs: number | null): void {
    this.state = 'waiting';
    if (delayMs !== null) this.timer = this.options.clock.setTimer({ delayMs, callback: () => this.wake() });
  }
}

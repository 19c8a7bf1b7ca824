import type { Clock } from '@scheduler/contracts';

/** Longer than nodes wait between two looks at the settings of queues, which tell it too. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Which queues hold limits, as far as this process has seen. It only chooses the statement that claims: one that does not count
 * leaves queues with limits alone by itself.
 */
export class LimitedQueues {
  private names: ReadonlySet<string> = new Set();
  private seenAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  has(queue: string): boolean {
    return this.names.has(queue);
  }

  get isEmpty(): boolean {
    return this.names.size === 0;
  }

  get isStale(): boolean {
    return this.clock.monotonicMs() - this.seenAtMs > LOOK_AGAIN_MS;
  }

  /** These besides those that are known. */
  add(names: readonly string[]): void {
    if (names.some((name) => !this.names.has(name))) this.names = new Set([...this.names, ...names]);
  }

  /** All that there are. */
  see(names: readonly string[]): void {
    this.names = new Set(names);
    this.seenAtMs = this.clock.monotonicMs();
  }
}

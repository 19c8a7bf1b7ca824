import type { Clock } from '@scheduler/contracts';

/** Longer than the interval at which nodes read the settings of queues, which refreshes the names too. */
const STALE_AFTER_MS = 5_000;

/**
 * The queues with concurrency limits, as this process has read them last. It only chooses the statement that claims: the one for queues
 * without limits skips queues that have some, so that outdated names do no harm.
 */
export class LimitedQueues {
  private names: ReadonlySet<string> = new Set();
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  has(queue: string): boolean {
    return this.names.has(queue);
  }

  get isEmpty(): boolean {
    return this.names.size === 0;
  }

  get isStale(): boolean {
    return this.clock.monotonicMs() - this.readAtMs > STALE_AFTER_MS;
  }

  /** Adds queues to the known ones. */
  add(names: readonly string[]): void {
    if (names.some((name) => !this.names.has(name))) this.names = new Set([...this.names, ...names]);
  }

  /** Replaces the known queues by a complete list. */
  replace(names: readonly string[]): void {
    this.names = new Set(names);
    this.readAtMs = this.clock.monotonicMs();
  }
}

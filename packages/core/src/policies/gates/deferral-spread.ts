import type { Clock, Randomness } from '@scheduler/contracts';

export interface DeferralSpreadOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly randomness: Randomness;
  /** The longest delay. An execution that would wait longer returns at a random instant of the second half of it. */
  readonly longestMs: number;
}

export interface Deferrals {
  /** What the executions wait for. */
  readonly key: string;
  readonly count: number;
  /** The time until the first one may run. */
  readonly firstMs: number;
  /** The time between one and the next. */
  readonly stepMs: number;
}

/**
 * Defers executions to different instants, each after those that this node deferred before, so that they do not all return at once to
 * be deferred again.
 */
export class DeferralSpread {
  private readonly ends = new Map<string, number>();

  constructor(private readonly options: DeferralSpreadOptions) {}

  /** Returns one delay for each execution. */
  delaysFor({ key, count, firstMs, stepMs }: Deferrals): readonly number[] {
    const { clock, randomness, longestMs } = this.options;
    const now = clock.monotonicMs();
    let at = Math.max(now + firstMs, this.ends.get(key) ?? 0);
    const delays: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const isTooLong = at - now > longestMs;
      delays.push(Math.ceil(isTooLong ? (longestMs * (1 + randomness.next())) / 2 : at - now));
      if (!isTooLong) at += stepMs;
    }
    this.ends.set(key, at);
    return delays;
  }
}

import type { Clock, Randomness } from '@scheduler/contracts';

export interface DeferralSpreadOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly randomness: Randomness;
  /** Nobody is sent away for longer; who would be comes again at some instant of the second half of it. */
  readonly longestMs: number;
}

export interface Deferrals {
  /** What is waited for. */
  readonly key: string;
  readonly count: number;
  /** Until the first one may be let through. */
  readonly firstMs: number;
  /** Between one and the next. */
  readonly stepMs: number;
}

/**
 * Sends those who have to wait away to different instants, each behind those of this node who came before, so that they do not all
 * come again at once to be sent away again.
 */
export class DeferralSpread {
  private readonly ends = new Map<string, number>();

  constructor(private readonly options: DeferralSpreadOptions) {}

  /** A delay for each. */
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

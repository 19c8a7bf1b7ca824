import type { Backoff } from '@scheduler/contracts';

/** The delay before retry n (1-based). `random` in [0, 1) decides how much of the jitter is taken off. */
export function backoffDelay(backoff: Backoff, retry: number, random: number): number {
  const delay = Math.min(delayWithoutLimit(backoff, retry), backoff.maxDelayMs);
  return Math.round(delay * (1 - backoff.jitter * random));
}

function delayWithoutLimit({ strategy, delayMs, factor }: Backoff, retry: number): number {
  switch (strategy) {
    case 'fixed':
      return delayMs;
    case 'linear':
      return delayMs * retry;
    case 'exponential':
      // A delay of 0 never grows, and 0 × Infinity is no number.
      return delayMs === 0 ? 0 : delayMs * factor ** (retry - 1);
  }
}

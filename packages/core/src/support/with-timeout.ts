import type { Clock } from '@scheduler/contracts';

/** Waits for the work, but not longer than the limit. True: it was done in time. */
export function withTimeout(
  clock: Pick<Clock, 'setTimer'>,
  limitMs: number,
  work: Promise<void>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer({ delayMs: limitMs, callback: () => resolve(false) });
    work.then(() => resolve(true), reject).finally(() => timer.cancel());
  });
}

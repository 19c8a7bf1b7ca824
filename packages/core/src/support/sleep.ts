import type { Clock } from '@scheduler/contracts';

export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer({ delayMs, callback: resolve });
  });
}

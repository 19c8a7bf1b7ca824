import type { Clock } from '@scheduler/contracts';

/** How fast work is worked off: how much of it ends within such a time. */
export class Pace {
  private readonly windowMs: number;
  private ended = 0;
  private sinceMs: number;
  private last = 0;

  constructor(
    private readonly clock: Pick<Clock, 'monotonicMs'>,
    { windowMs }: { readonly windowMs: number },
  ) {
    this.windowMs = windowMs;
    this.sinceMs = clock.monotonicMs();
  }

  /** As of the last window that is over. */
  get perWindow(): number {
    return this.last;
  }

  count(): void {
    this.ended += 1;
    const nowMs = this.clock.monotonicMs();
    const elapsedMs = nowMs - this.sinceMs;
    if (elapsedMs < this.windowMs) return;
    this.last = Math.floor((this.ended * this.windowMs) / elapsedMs);
    this.ended = 0;
    this.sinceMs = nowMs;
  }
}

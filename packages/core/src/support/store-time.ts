import type { Clock } from '@scheduler/contracts';

/** What the store's clock shows now, as far as we have seen it: timers are local, but the store decides what is due. */
export class StoreTime {
  private offsetMs = 0;

  constructor(private readonly clock: Clock) {}

  observe(storeNow: Date): void {
    this.offsetMs = storeNow.getTime() - this.clock.now().getTime();
  }

  now(): number {
    return this.clock.now().getTime() + this.offsetMs;
  }

  /** How long until an instant of the store; 0 if it has passed. */
  until(instant: Date): number {
    return Math.max(0, instant.getTime() - this.now());
  }
}

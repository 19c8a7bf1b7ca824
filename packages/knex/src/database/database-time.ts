import type { Clock } from '@scheduler/contracts';

/**
 * Estimates the time of the database from the last time that it returned. Decisions, such as what is due or which lease has expired, are
 * made inside the database; an instant that is only recorded, such as the end of an attempt, does not need a round trip.
 */
export class DatabaseTime {
  private offsetMs: number | null = null;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  observe(databaseMs: number): void {
    this.offsetMs = databaseMs - this.clock.monotonicMs();
  }

  /** Null: the database has not returned its time yet. */
  now(): number | null {
    return this.offsetMs === null ? null : Math.round(this.clock.monotonicMs() + this.offsetMs);
  }
}

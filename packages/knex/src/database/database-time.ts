import type { Clock } from '@scheduler/contracts';

/**
 * The database's time between two of its answers. What decides (what is due, which lease is over) is compared inside the database;
 * what is only recorded, such as the end of an attempt, need not cost a round trip of its own.
 */
export class DatabaseTime {
  private offsetMs: number | null = null;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  observe(databaseMs: number): void {
    this.offsetMs = databaseMs - this.clock.monotonicMs();
  }

  /** Null: the database has not told its time yet. */
  now(): number | null {
    return this.offsetMs === null ? null : Math.round(this.clock.monotonicMs() + this.offsetMs);
  }
}

import type { Recurrence } from './recurrence.js';

/** A single instant, to the millisecond. */
export class SingleRecurrence implements Recurrence {
  constructor(private readonly at: number) {}

  next(after: Date): Date | null {
    return after.getTime() < this.at ? new Date(this.at) : null;
  }
}

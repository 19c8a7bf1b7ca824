import type { ScheduledJob } from '@scheduler/contracts';
import type { Place, Placed } from '../ordered/placed.js';

/** One stored job. While it may execute and has a next run it stands among the due ones, by that instant. */
export class JobRecord implements Placed {
  readonly id: string;
  sortMs = 0;
  place: Place | null = null;
  position = 0;

  constructor(public job: ScheduledJob) {
    this.id = job.id;
  }
}

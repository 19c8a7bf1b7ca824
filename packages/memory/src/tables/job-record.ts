import type { ScheduledJob } from '@scheduler/contracts';
import type { OrderedContainer, OrderedItem } from '../ordered/ordered-item.js';

/** One stored job. While it may execute and has a next run, it is in the heap of due jobs, ordered by that instant. */
export class JobRecord implements OrderedItem {
  readonly id: string;
  sortMs = 0;
  container: OrderedContainer | null = null;
  position = 0;

  constructor(public job: ScheduledJob) {
    this.id = job.id;
  }
}

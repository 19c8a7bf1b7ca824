import type { Clock } from '@scheduler/contracts';
import { ExecutionTable } from '../tables/execution-table.js';
import { JobTable } from '../tables/job-table.js';
import { QueueTable } from '../tables/queue-table.js';

/** What the store needs of a clock: its time decides what is due and which lease is over. */
export type StoreClock = Pick<Clock, 'now'>;

/**
 * The state that the repositories of one store share. Each of their operations is one synchronous step on it, which makes it atomic:
 * nodes in the same process see all of it or nothing.
 */
export class MemoryDatabase {
  readonly jobs = new JobTable();
  readonly executions = new ExecutionTable();
  readonly queues = new QueueTable();

  constructor(private readonly clock: StoreClock) {}

  now(): Date {
    return this.clock.now();
  }
}

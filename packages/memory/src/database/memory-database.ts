import type { Clock } from '@scheduler/contracts';
import { ExecutionTable } from '../tables/execution-table.js';
import { JobTable } from '../tables/job-table.js';
import { EventTable } from '../tables/event-table.js';
import { QueueTable } from '../tables/queue-table.js';
import { WorkflowTable } from '../tables/workflow-table.js';

/** The part of a clock that the store uses. Its time decides what is due and which lease has expired. */
export type StoreClock = Pick<Clock, 'now'>;

/**
 * The state that the repositories of one store share. Each operation is one synchronous step, which makes it atomic: the nodes of the
 * process see all of its changes or none.
 */
export class MemoryDatabase {
  readonly jobs = new JobTable();
  readonly executions = new ExecutionTable();
  readonly queues = new QueueTable();
  readonly workflows = new WorkflowTable();

  /** Null: the log is off, and nothing is recorded. */
  readonly log: EventTable | null;

  constructor(
    private readonly clock: StoreClock,
    { eventLog = false }: { readonly eventLog?: boolean } = {},
  ) {
    this.log = eventLog ? new EventTable() : null;
  }

  now(): Date {
    return this.clock.now();
  }
}

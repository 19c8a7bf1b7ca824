import type { Execution, ExecutionLog } from '@scheduler/contracts';
import type { OrderedContainer, OrderedItem } from '../ordered/ordered-item.js';
import type { JobRuns, KeyRuns } from './job-runs.js';

/**
 * One stored execution. It is in one container: in its lane by `availableAt`, among the leases by `leaseUntil`, or among the ended ones by
 * `finishedAt`.
 */
export class ExecutionRecord implements OrderedItem {
  readonly id: string;
  sortMs = 0;
  container: OrderedContainer | null = null;
  position = 0;
  logs: ExecutionLog[] | null = null;

  constructor(
    public execution: Execution,
    /** Null: the execution has no job. */
    readonly runs: JobRuns | null,
    /** Null: the execution has no concurrency key. */
    readonly keyRuns: KeyRuns | null,
  ) {
    this.id = execution.id;
  }
}

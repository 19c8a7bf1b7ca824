import type { Execution, ExecutionLog } from '@scheduler/contracts';
import type { Place, Placed } from '../ordered/placed.js';
import { ConcurrencyGate } from './concurrency-gate.js';

/**
 * One stored execution. It stands in one place: in its lane by `availableAt`, among the leases by `leaseUntil`, or among the ended
 * ones by `finishedAt`.
 */
export class ExecutionRecord implements Placed {
  readonly id: string;
  sortMs = 0;
  place: Place | null = null;
  position = 0;
  logs: ExecutionLog[] | null = null;

  constructor(
    public execution: Execution,
    /** Null for an enqueued item. */
    readonly runs: JobRuns | null,
    /** Null for one without a concurrency key. */
    readonly keyRuns: KeyRuns | null,
  ) {
    this.id = execution.id;
  }
}

/** The executions of one job, counted as they change. */
export class JobRuns extends ConcurrencyGate<ExecutionRecord> {
  readonly records = new Set<ExecutionRecord>();
  /** Nominal instants that have their execution. */
  readonly occurrences = new Set<number>();
  /** Pending or running. */
  unfinished = 0;
}

/** The executions with one concurrency key. */
export class KeyRuns extends ConcurrencyGate<ExecutionRecord> {
  /** Stored, in whatever status. */
  size = 0;

  constructor(readonly name: string) {
    super();
  }
}

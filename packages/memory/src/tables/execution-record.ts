import type { Execution, ExecutionLog } from '@scheduler/contracts';
import type { OrderedContainer, OrderedItem } from '../ordered/ordered-item.js';
import { ConcurrencyGate } from './concurrency-gate.js';

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

/** The executions of one job and their counts. */
export class JobRuns extends ConcurrencyGate<ExecutionRecord> {
  readonly records = new Set<ExecutionRecord>();
  /** The nominal instants that have an execution, in milliseconds. */
  readonly occurrences = new Set<number>();
  /** How many executions are pending or running. */
  unfinished = 0;
}

/** The executions with one concurrency key. */
export class KeyRuns extends ConcurrencyGate<ExecutionRecord> {
  /** How many executions are stored, in any status. */
  size = 0;

  constructor(readonly name: string) {
    super();
  }
}

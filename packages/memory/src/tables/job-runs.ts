import type { ExecutionRecord } from './execution-record.js';
import { ConcurrencyGate } from './concurrency-gate.js';

/** The executions of one job, counted as they change. */
export class JobRuns extends ConcurrencyGate {
  readonly records = new Set<ExecutionRecord>();
  /** Nominal instants that have their execution. */
  readonly occurrences = new Set<number>();
  /** Pending or running. */
  unfinished = 0;
}

/** The executions with one concurrency key. */
export class KeyRuns extends ConcurrencyGate {
  /** Stored, in whatever status. */
  size = 0;

  constructor(readonly name: string) {
    super();
  }
}

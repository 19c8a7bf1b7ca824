import type { ExecutionRecord } from './execution-record.js';
import { ConcurrencyGate } from './concurrency-gate.js';

/** The executions of one job and their counts. */
export class JobRuns extends ConcurrencyGate {
  readonly records = new Set<ExecutionRecord>();
  /** The nominal instants that have an execution, in milliseconds. */
  readonly occurrences = new Set<number>();
  /** How many executions are pending or running. */
  unfinished = 0;
}

/** The executions with one concurrency key. */
export class KeyRuns extends ConcurrencyGate {
  /** How many executions are stored, in any status. */
  size = 0;

  constructor(readonly name: string) {
    super();
  }
}

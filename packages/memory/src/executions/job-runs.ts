import type { ExecutionRecord } from './execution-record.js';
import { WaitingLane } from './waiting-lane.js';

/** The executions of one job, counted as they change. */
export class JobRuns {
  readonly records = new Set<ExecutionRecord>();
  /** Nominal instants that have their execution. */
  readonly occurrences = new Set<number>();
  /** Pending or running. */
  unfinished = 0;
  running = 0;
  /** Exclusive executions that were passed over while another one ran, by queue. */
  private parked: Map<string, WaitingLane> | null = null;

  park(record: ExecutionRecord): void {
    const { queue } = record.execution;
    this.parked ??= new Map();
    let lane = this.parked.get(queue);
    if (lane === undefined) this.parked.set(queue, (lane = new WaitingLane()));
    lane.add(record, record.sortMs);
  }

  /** Of each queue the first one: the others could not run beside it. Empty while one runs. */
  release(): ExecutionRecord[] {
    if (this.parked === null || this.running > 0) return [];
    const released: ExecutionRecord[] = [];
    for (const [queue, lane] of this.parked) {
      const first = lane.take(Infinity);
      if (first === null) this.parked.delete(queue);
      else released.push(first);
    }
    return released;
  }
}

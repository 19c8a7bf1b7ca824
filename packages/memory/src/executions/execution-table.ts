import type { Execution } from '@scheduler/contracts';
import { OrderedQueue } from '../ordered/ordered-queue.js';
import { takeOut } from '../ordered/placed.js';
import { EndedExecutions } from './ended-executions.js';
import { ExecutionRecord } from './execution-record.js';
import { JobRuns } from './job-runs.js';
import { WaitingLane } from './waiting-lane.js';

/** All executions with their indexes. Every change goes through `insert`, `replace` and `remove`, which keep the indexes true. */
export class ExecutionTable {
  readonly records = new Map<string, ExecutionRecord>();
  /** Running executions by the end of their lease. */
  readonly leases = new OrderedQueue<ExecutionRecord>();
  readonly ended = new EndedExecutions();
  private readonly lanes = new Map<string, WaitingLane>();
  private readonly byJob = new Map<string, JobRuns>();

  lane(queue: string): WaitingLane | undefined {
    return this.lanes.get(queue);
  }

  runsOf(jobId: string): JobRuns | undefined {
    return this.byJob.get(jobId);
  }

  hasOccurrence(jobId: string | null, occurrenceAt: Date | null): boolean {
    if (jobId === null || occurrenceAt === null) return false;
    return this.byJob.get(jobId)?.occurrences.has(occurrenceAt.getTime()) ?? false;
  }

  insert(execution: Execution, nowMs: number): void {
    const runs = execution.jobId === null ? null : this.runsFor(execution.jobId);
    const record = new ExecutionRecord(execution, runs);
    this.records.set(execution.id, record);
    if (runs !== null) {
      runs.records.add(record);
      if (execution.occurrenceAt !== null) runs.occurrences.add(execution.occurrenceAt.getTime());
      count(runs, execution, 1);
    }
    this.put(record, nowMs);
  }

  replace(record: ExecutionRecord, execution: Execution, nowMs: number): void {
    const { runs } = record;
    takeOut(record);
    if (runs !== null) {
      count(runs, record.execution, -1);
      count(runs, execution, 1);
    }
    record.execution = execution;
    this.put(record, nowMs);
    if (runs !== null) this.unpark(runs, nowMs);
  }

  remove(record: ExecutionRecord, nowMs: number): void {
    const { runs, execution } = record;
    takeOut(record);
    this.records.delete(execution.id);
    if (runs === null || execution.jobId === null) return;
    runs.records.delete(record);
    if (execution.occurrenceAt !== null) runs.occurrences.delete(execution.occurrenceAt.getTime());
    count(runs, execution, -1);
    if (runs.records.size === 0) this.byJob.delete(execution.jobId);
    else this.unpark(runs, nowMs);
  }

  private put(record: ExecutionRecord, nowMs: number): void {
    const { execution } = record;
    if (execution.status === 'pending') {
      record.sortMs = execution.availableAt.getTime();
      this.laneFor(execution.queue).add(record, nowMs);
    } else if (execution.status === 'running') {
      record.sortMs = execution.leaseUntil?.getTime() ?? nowMs;
      this.leases.push(record);
    } else {
      record.sortMs = execution.finishedAt?.getTime() ?? nowMs;
      this.ended.push(record);
    }
  }

  private unpark(runs: JobRuns, nowMs: number): void {
    for (const record of runs.release()) this.laneFor(record.execution.queue).add(record, nowMs);
  }

  private laneFor(queue: string): WaitingLane {
    let lane = this.lanes.get(queue);
    if (lane === undefined) this.lanes.set(queue, (lane = new WaitingLane()));
    return lane;
  }

  private runsFor(jobId: string): JobRuns {
    let runs = this.byJob.get(jobId);
    if (runs === undefined) this.byJob.set(jobId, (runs = new JobRuns()));
    return runs;
  }
}

function count(runs: JobRuns, { status }: Execution, by: 1 | -1): void {
  if (status === 'running') runs.running += by;
  if (status === 'running' || status === 'pending') runs.unfinished += by;
}

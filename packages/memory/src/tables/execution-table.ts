import type { Execution } from '@scheduler/contracts';
import { jobConcurrencyLimit } from '@scheduler/contracts/adapter';
import { OrderedQueue } from '../ordered/ordered-queue.js';
import { removeItem } from '../ordered/ordered-item.js';
import { EndedExecutions } from './ended-executions.js';
import { ExecutionRecord, JobRuns, KeyRuns } from './execution-record.js';
import type { ConcurrencyGate } from './concurrency-gate.js';
import { UniqueKeys } from './unique-keys.js';
import { WaitingLane } from './waiting-lane.js';

/** All executions with their indexes. Every change goes through `insert`, `replace` and `remove`, which keep the indexes consistent. */
export class ExecutionTable {
  readonly records = new Map<string, ExecutionRecord>();
  /** Running executions by the end of their lease. */
  readonly leases = new OrderedQueue<ExecutionRecord>();
  readonly ended = new EndedExecutions();
  readonly uniqueKeys = new UniqueKeys();
  private readonly lanes = new Map<string, WaitingLane<ExecutionRecord>>();
  private readonly byJob = new Map<string, JobRuns>();
  private readonly byKey = new Map<string, KeyRuns>();
  private readonly waitingByTenant = new Map<string, number>();

  lane(queue: string): WaitingLane<ExecutionRecord> | undefined {
    return this.lanes.get(queue);
  }

  runsOf(jobId: string): JobRuns | undefined {
    return this.byJob.get(jobId);
  }

  /** How many executions of a queue run. They are counted on demand, since only limited queues need it. */
  runningIn(queue: string): number {
    let running = 0;
    for (const { execution } of this.leases.all()) if (execution.queue === queue) running += 1;
    return running;
  }

  /** The running executions of a job. They are looked up on demand, since few jobs run when one of their occurrences is fired. */
  *runningOf(jobId: string): Iterable<Execution> {
    let left = this.byJob.get(jobId)?.running ?? 0;
    if (left === 0) return;
    for (const { execution } of this.leases.all())
      if (execution.jobId === jobId) {
        yield execution;
        if ((left -= 1) === 0) return;
      }
  }

  /** How many executions of the tenant wait. */
  waitingOf(tenant: string): number {
    return this.waitingByTenant.get(tenant) ?? 0;
  }

  hasOccurrence(jobId: string | null, occurrenceAt: Date | null): boolean {
    if (jobId === null || occurrenceAt === null) return false;
    return this.byJob.get(jobId)?.occurrences.has(occurrenceAt.getTime()) ?? false;
  }

  insert(execution: Execution, nowMs: number): void {
    const runs = execution.jobId === null ? null : this.runsFor(execution.jobId);
    const record = new ExecutionRecord(execution, runs, this.keyRunsFor(execution));
    this.records.set(execution.id, record);
    this.countWaiting(execution, 1);
    this.uniqueKeys.update(execution, true);
    if (record.keyRuns !== null) record.keyRuns.size += 1;
    if (runs !== null) {
      runs.records.add(record);
      if (execution.occurrenceAt !== null) runs.occurrences.add(execution.occurrenceAt.getTime());
      count(runs, execution, 1);
    }
    this.put(record, nowMs);
  }

  replace(record: ExecutionRecord, execution: Execution, nowMs: number): void {
    const { runs, keyRuns } = record;
    removeItem(record);
    if (runs !== null) {
      count(runs, record.execution, -1);
      count(runs, execution, 1);
    }
    this.countWaiting(record.execution, -1);
    this.countWaiting(execution, 1);
    if (keyRuns !== null) keyRuns.running += runningIn(execution) - runningIn(record.execution);
    record.execution = execution;
    this.uniqueKeys.update(execution, false);
    this.put(record, nowMs);
    this.unpark(record, nowMs);
  }

  remove(record: ExecutionRecord, nowMs: number): void {
    const { runs, keyRuns, execution } = record;
    removeItem(record);
    this.records.delete(execution.id);
    this.countWaiting(execution, -1);
    this.uniqueKeys.remove(execution);
    if (runs !== null && execution.jobId !== null) {
      runs.records.delete(record);
      if (execution.occurrenceAt !== null) runs.occurrences.delete(execution.occurrenceAt.getTime());
      count(runs, execution, -1);
      if (runs.records.size === 0) this.byJob.delete(execution.jobId);
    }
    if (keyRuns !== null) {
      keyRuns.size -= 1;
      keyRuns.running -= runningIn(execution);
      if (keyRuns.size === 0) this.byKey.delete(keyRuns.name);
    }
    this.unpark(record, nowMs);
  }

  /** Moves a blocked execution from its lane to its gate. Its other gate may let another execution pass instead. */
  park(record: ExecutionRecord, at: ConcurrencyGate<ExecutionRecord>, nowMs: number): void {
    removeItem(record);
    at.park(record);
    const { runs, keyRuns, execution } = record;
    if (keyRuns !== null && at === runs) this.release(keyRuns, execution.concurrencyLimit ?? Infinity, nowMs);
    else if (runs !== null && at === keyRuns) this.release(runs, jobConcurrencyLimit(execution), nowMs);
  }

  private countWaiting({ status, tenant }: Execution, by: number): void {
    if (tenant === null || status !== 'pending') return;
    const waiting = this.waitingOf(tenant) + by;
    if (waiting === 0) this.waitingByTenant.delete(tenant);
    else this.waitingByTenant.set(tenant, waiting);
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

  /** Puts parked executions that may run after this change back into their lanes. */
  private unpark({ runs, keyRuns, execution }: ExecutionRecord, nowMs: number): void {
    if (runs !== null) this.release(runs, jobConcurrencyLimit(execution), nowMs);
    if (keyRuns !== null) this.release(keyRuns, execution.concurrencyLimit ?? Infinity, nowMs);
  }

  private release(gate: ConcurrencyGate<ExecutionRecord>, most: number, nowMs: number): void {
    for (const record of gate.release(most)) this.laneFor(record.execution.queue).add(record, nowMs);
  }

  private laneFor(queue: string): WaitingLane<ExecutionRecord> {
    let lane = this.lanes.get(queue);
    if (lane === undefined) this.lanes.set(queue, (lane = new WaitingLane()));
    return lane;
  }

  private keyRunsFor({ tenant, concurrencyKey }: Execution): KeyRuns | null {
    if (concurrencyKey === null) return null;
    const name = JSON.stringify([tenant, concurrencyKey]);
    let runs = this.byKey.get(name);
    if (runs === undefined) this.byKey.set(name, (runs = new KeyRuns(name)));
    return runs;
  }

  private runsFor(jobId: string): JobRuns {
    let runs = this.byJob.get(jobId);
    if (runs === undefined) this.byJob.set(jobId, (runs = new JobRuns()));
    return runs;
  }
}

function runningIn({ status }: Execution): number {
  return status === 'running' ? 1 : 0;
}

function count(runs: JobRuns, { status }: Execution, by: 1 | -1): void {
  if (status === 'running') runs.running += by;
  if (status === 'running' || status === 'pending') runs.unfinished += by;
}

import type { Execution, Page } from '@scheduler/contracts';
import type { ExecutionFilter, ListExecutions } from '@scheduler/contracts/adapter';
import { isInScope } from '../database/in-scope.js';
import type { MemoryDatabase } from '../database/memory-database.js';
import type { ExecutionRecord } from '../tables/execution-record.js';

export function listExecutions(database: MemoryDatabase, request: ListExecutions): Page<Execution> {
  const matching: Execution[] = [];
  for (const { execution } of recordsOf(database, request.jobId)) {
    if (isInScope(execution, request.tenant) && matches(execution, request)) matching.push(execution);
  }
  const direction = request.sortOrder === 'asc' ? 1 : -1;
  matching.sort((a, b) => direction * (beganAt(a) - beganAt(b) || (a.id < b.id ? -1 : 1)));
  const { limit, offset } = request;
  const items = matching.slice(offset, offset + limit);
  return { items, total: matching.length, totalIsExact: true, limit, offset };
}

/** The records of one job, or of all. */
export function recordsOf(
  { executions }: MemoryDatabase,
  jobId: string | undefined,
): Iterable<ExecutionRecord> {
  if (jobId === undefined) return executions.records.values();
  return executions.runsOf(jobId)?.records ?? [];
}

function beganAt({ startedAt, scheduledAt }: Execution): number {
  return (startedAt ?? scheduledAt).getTime();
}

function matches(execution: Execution, filter: ExecutionFilter): boolean {
  const began = beganAt(execution);
  return (
    isOneOf(filter.types, execution.type) &&
    isOneOf(filter.statuses, execution.status) &&
    isOneOf(filter.queues, execution.queue) &&
    (filter.since === undefined || began >= filter.since.getTime()) &&
    (filter.until === undefined || began <= filter.until.getTime()) &&
    (filter.errorClasses === undefined ||
      filter.errorClasses.length === 0 ||
      isOneOf<unknown>(filter.errorClasses, execution.error?.errorClass)) &&
    (filter.deadLettered === undefined || filter.deadLettered === (execution.deadLetter !== null))
  );
}

function isOneOf<T>(accepted: readonly T[] | undefined, value: T): boolean {
  return accepted === undefined || accepted.length === 0 || accepted.includes(value);
}

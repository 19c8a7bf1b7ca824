import type { Lease } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import type { ExecutionRecord } from '../tables/execution-record.js';

/** The execution of a lease. Only the fence decides: an expired lease that was not rescued yet is still held. Null: the lease is lost. */
export function heldBy(
  { executions }: MemoryDatabase,
  { executionId, fence }: Lease,
): ExecutionRecord | null {
  const record = executions.records.get(executionId);
  if (record === undefined) return null;
  const { status, fence: current } = record.execution;
  return status === 'running' && current === fence ? record : null;
}

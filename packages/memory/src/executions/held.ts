import { isHeld, type Lease } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import type { ExecutionRecord } from '../tables/execution-record.js';

/** Null: the lease is lost. */
export function heldBy(
  { executions }: MemoryDatabase,
  { executionId, fence }: Lease,
): ExecutionRecord | null {
  const record = executions.records.get(executionId);
  if (record === undefined) return null;
  return isHeld(record.execution, fence) ? record : null;
}

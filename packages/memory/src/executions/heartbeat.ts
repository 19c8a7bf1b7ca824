import type { HeartbeatLeases, LeaseState } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { heldBy } from './held.js';

export function heartbeat(
  database: MemoryDatabase,
  { leases, leaseMs }: HeartbeatLeases,
): readonly LeaseState[] {
  const nowMs = database.now().getTime();
  const leaseUntil = new Date(nowMs + leaseMs);
  return leases.map((lease) => {
    const record = heldBy(database, lease);
    if (record === null) return { executionId: lease.executionId, held: false, cancelRequest: null };
    database.executions.replace(record, { ...record.execution, leaseUntil }, nowMs);
    return { executionId: lease.executionId, held: true, cancelRequest: record.execution.cancelRequest };
  });
}

import {
  extendLease,
  type HeartbeatLeases,
  type LeaseState,
  startConfirmed,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { heldBy } from './held.js';

export function heartbeat(
  database: MemoryDatabase,
  { leases, leaseMs }: HeartbeatLeases,
): readonly LeaseState[] {
  const at = database.now();
  const nowMs = at.getTime();
  const leaseUntil = new Date(nowMs + leaseMs);
  return leases.map((lease) => {
    const record = heldBy(database, lease);
    if (record === null) return { executionId: lease.executionId, held: false, cancelRequest: null };
    const { startedAt } = lease;
    database.executions.replace(record, extendLease(record.execution, { leaseUntil, startedAt }), nowMs);
    if (startedAt !== undefined) {
      const { fence, owner: cause } = record.execution;
      database.log?.append(startConfirmed(record.execution, { fence, startedAt }, { at, cause }));
    }
    return { executionId: lease.executionId, held: true, cancelRequest: record.execution.cancelRequest };
  });
}

import type { Execution } from '@scheduler/contracts';
import { settleExecution, type Settlement, type SettleResult } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '@scheduler/memory';
import { writeChanged } from './write-changed.js';

/** Writes an outcome on the current row, if the condition holds for it. */
export function settleCurrent(
  database: MemoryDatabase,
  { execution: { id }, outcome, startedAt }: Settlement,
  condition: (stored: Execution) => boolean,
): SettleResult {
  const stored = database.executions.records.get(id)?.execution;
  if (stored === undefined || !condition(stored)) return null;
  const at = database.now();
  const settled = settleExecution({ ...stored, status: 'running' }, outcome, at, startedAt);
  writeChanged(database, settled, at);
  return settled;
}

import type { Execution } from '@scheduler/contracts';
import {
  countDeadLetters,
  deadLetterDismissed,
  deadLetterReplaced,
  type DeadLetterCounts,
  type DismissDeadLetters,
  isInScope,
  refuseTakenUniqueKey,
  type ReplaceDeadLetter,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { addExecutions } from './add-executions.js';
import type { ExecutionRecord } from '../tables/execution-record.js';

export function replaceDeadLetter(
  database: MemoryDatabase,
  { id, tenant, execution, cause = null }: ReplaceDeadLetter,
): boolean {
  const record = deadLetterOf(database, id, tenant);
  if (record === null) return false;
  refuseTakenUniqueKey(execution, database.executions.uniqueKeys.holderOf(execution), database.now());
  addExecutions(database, { executions: [execution], cause });
  dismiss(database, record);
  database.log?.append(deadLetterReplaced(record.execution, execution.id, { at: database.now(), cause }));
  return true;
}

export function dismissDeadLetters(
  database: MemoryDatabase,
  { ids, tenant, cause = null }: DismissDeadLetters,
): number {
  const records = [...new Set(ids)].flatMap((id) => deadLetterOf(database, id, tenant) ?? []);
  const context = { at: database.now(), cause };
  for (const record of records) {
    dismiss(database, record);
    database.log?.append(deadLetterDismissed(record.execution, context));
  }
  return records.length;
}

export function deadLetterCounts(database: MemoryDatabase, tenant: TenantScope): DeadLetterCounts {
  return countDeadLetters(deadLettersIn(database, tenant));
}

function* deadLettersIn({ executions }: MemoryDatabase, tenant: TenantScope): Iterable<Execution> {
  for (const { execution } of executions.records.values()) {
    if (execution.deadLetter !== null && isInScope(execution, tenant)) yield execution;
  }
}

function deadLetterOf(
  { executions }: MemoryDatabase,
  id: string,
  tenant: TenantScope,
): ExecutionRecord | null {
  const record = executions.records.get(id);
  if (record === undefined || !isInScope(record.execution, tenant)) return null;
  return record.execution.deadLetter === null ? null : record;
}

function dismiss(database: MemoryDatabase, record: ExecutionRecord): void {
  const dismissed = { ...record.execution, deadLetter: null };
  database.executions.replace(record, dismissed, database.now().getTime());
}

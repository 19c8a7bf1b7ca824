import type { Execution } from '@scheduler/contracts';
import {
  countDeadLetters,
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
  { id, tenant, execution }: ReplaceDeadLetter,
): boolean {
  const record = deadLetterOf(database, id, tenant);
  if (record === null) return false;
  refuseTakenUniqueKey(execution, database.executions.uniqueKeys.holderOf(execution), database.now());
  addExecutions(database, { executions: [execution] });
  dismiss(database, record);
  return true;
}

export function dismissDeadLetters(database: MemoryDatabase, { ids, tenant }: DismissDeadLetters): number {
  const records = [...new Set(ids)].flatMap((id) => deadLetterOf(database, id, tenant) ?? []);
  for (const record of records) dismiss(database, record);
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

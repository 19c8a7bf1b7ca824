import { ERROR_CLASSES } from '@scheduler/contracts';
import type {
  DeadLetterCounts,
  DismissDeadLetters,
  ReplaceDeadLetter,
  TenantScope,
} from '@scheduler/contracts/adapter';
import { isInScope } from '../database/in-scope.js';
import type { MemoryDatabase } from '../database/memory-database.js';
import { addExecutions } from './add-executions.js';
import type { ExecutionRecord } from '../tables/execution-record.js';
import { refuseTakenUniqueKey } from './unique-key.js';

export function replaceDeadLetter(
  database: MemoryDatabase,
  { id, tenant, execution }: ReplaceDeadLetter,
): boolean {
  const record = deadLetterOf(database, id, tenant);
  if (record === null) return false;
  refuseTakenUniqueKey(database, execution, database.now());
  addExecutions(database, { executions: [execution] });
  dismiss(database, record);
  return true;
}

export function dismissDeadLetters(database: MemoryDatabase, { ids, tenant }: DismissDeadLetters): number {
  const records = [...new Set(ids)].flatMap((id) => deadLetterOf(database, id, tenant) ?? []);
  for (const record of records) dismiss(database, record);
  return records.length;
}

export function countDeadLetters(database: MemoryDatabase, tenant: TenantScope): DeadLetterCounts {
  const byQueue: Record<string, number> = {};
  const byErrorClass = {
    unknown: 0,
    ...Object.fromEntries(ERROR_CLASSES.map((name) => [name, 0])),
  } as Record<keyof DeadLetterCounts['byErrorClass'], number>;
  let total = 0;
  for (const { execution } of database.executions.records.values()) {
    if (execution.deadLetter === null || !isInScope(execution, tenant)) continue;
    total += 1;
    byQueue[execution.queue] = (byQueue[execution.queue] ?? 0) + 1;
    byErrorClass[execution.error?.errorClass ?? 'unknown'] += 1;
  }
  return { total, byQueue, byErrorClass };
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

import type { ExecutionLog } from '@scheduler/contracts';
import { type AppendLogs, isInScope, type ReadLogs } from '@scheduler/contracts/adapter';
import type { MemoryDatabase } from '../database/memory-database.js';
import { ownJson } from '../database/own-copy.js';
import { heldBy } from './held.js';

export function appendLogs(database: MemoryDatabase, request: AppendLogs): boolean {
  const record = heldBy(database, request);
  if (record === null) return false;
  record.logs ??= [];
  for (const line of request.lines)
    record.logs.push({ ...line, at: new Date(line.at), context: ownJson(line.context) });
  return true;
}

export function readLogs(
  { executions }: MemoryDatabase,
  { executionIds, tenant }: ReadLogs,
): readonly ExecutionLog[] {
  const lines: ExecutionLog[] = [];
  for (const id of new Set(executionIds)) {
    const record = executions.records.get(id);
    if (record !== undefined && isInScope(record.execution, tenant)) lines.push(...(record.logs ?? []));
  }
  return lines
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((line) => ({ ...line, at: new Date(line.at) }));
}

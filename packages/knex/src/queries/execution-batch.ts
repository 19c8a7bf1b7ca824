import type { Execution } from '@scheduler/contracts';
import type { Database, Executor } from '../database/database.js';
import {
  ADMISSION_COLUMNS,
  admissionRow,
  isLimited,
  NEW_EXECUTION_COLUMNS,
  newExecutionRow,
} from '../rows/execution-row.js';
import { Batch, type BatchColumns, insertInto } from '../dialects/batch.js';
import { sql } from '../sql/sql.js';

const ADMITTED_COLUMNS = { ...NEW_EXECUTION_COLUMNS, ...ADMISSION_COLUMNS };

/** The columns for uniqueness and limits are written only if one of the executions has some. */
export function executionBatch(executions: readonly Execution[]): Batch<BatchColumns> {
  if (!executions.some((execution) => execution.unique !== null || isLimited(execution)))
    return new Batch<BatchColumns>(NEW_EXECUTION_COLUMNS, executions.map(newExecutionRow), ['id']);
  const rows = executions.map((execution) => ({ ...newExecutionRow(execution), ...admissionRow(execution) }));
  return new Batch<BatchColumns>(ADMITTED_COLUMNS, rows, ['id']);
}

/** Inserts the executions whose occurrence does not exist yet. */
export async function insertNew(
  database: Database,
  executions: readonly Execution[],
  on: Executor,
): Promise<void> {
  const existing = await existingOccurrences(database, executions, on);
  const fresh = executions.filter((execution) => !existing.has(occurrenceKey(execution)));
  if (fresh.length === 0) return;
  await database.write(insertInto(database.tables.executions, executionBatch(fresh), database.dialect), on);
}

export function occurrenceKey({ jobId, occurrenceAt }: Pick<Execution, 'jobId' | 'occurrenceAt'>): string {
  return `${jobId ?? ''}@${occurrenceAt?.getTime() ?? ''}`;
}

/** The keys of the given occurrences that have an execution already. */
export async function existingOccurrences(
  database: Database,
  executions: readonly Execution[],
  on?: Executor,
): Promise<ReadonlySet<string>> {
  if (executions.length === 0) return new Set();
  const source = database.dialect.source([
    { name: 'job_id', type: 'text', values: executions.map(({ jobId }) => jobId) },
    {
      name: 'at',
      type: 'int',
      values: executions.map(({ occurrenceAt }) => occurrenceAt?.getTime() ?? null),
    },
  ]);
  const found = await database.rows(
    sql`SELECT e.job_id, e.occurrence_at FROM ${database.tables.executions} e JOIN ${source} ON e.job_id = s.job_id AND e.occurrence_at = s.at`.recurring(),
    on,
  );
  return new Set(found.map((row) => `${String(row['job_id'])}@${Number(row['occurrence_at'])}`));
}

import type { Execution } from '@scheduler/contracts';
import { availableWhenAdded } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import {
  LEASED_EXECUTION_COLUMNS,
  leaseOfNewRow,
  NEW_EXECUTION_COLUMNS,
  newExecutionRow,
} from '../../rows/execution-row.js';
import { storedPolicy } from '../../rows/execution-details.js';
import {
  ADMISSION_COLUMNS,
  admissionRow,
  isLimited,
  TRACE_COLUMNS,
  traceRow,
} from '../../rows/optional-columns.js';
import { Batch, type BatchColumns, insertInto } from '../../dialects/batch.js';
import { type Sql, sql } from '../../sql/sql.js';

/** The mark of executions that belong to runs of workflows. */
const WORKFLOW_COLUMNS = { in_workflow: 'int' } as const;

const ALWAYS_BY_ROW = ['id', 'status', 'available_at', 'created_at', 'lease_until'];

interface Needs {
  readonly isAdmitted: boolean;
  readonly isInWorkflow: boolean;
  readonly isTraced: boolean;
  readonly isLeased: boolean;
}

const sets = new Map<string, BatchColumns>();

/** Equal needs have the same set, by which the text of the statement is found again. */
function columnsFor({ isAdmitted, isInWorkflow, isTraced, isLeased }: Needs): BatchColumns {
  if (!isAdmitted && !isInWorkflow && !isTraced) return NEW_EXECUTION_COLUMNS;
  const key = `${isAdmitted} ${isInWorkflow} ${isTraced} ${isLeased}`;
  const known = sets.get(key);
  if (known !== undefined) return known;
  const columns = {
    ...NEW_EXECUTION_COLUMNS,
    ...(isAdmitted ? ADMISSION_COLUMNS : {}),
    ...(isInWorkflow ? WORKFLOW_COLUMNS : {}),
    ...(isTraced ? TRACE_COLUMNS : {}),
    ...(isLeased ? LEASED_EXECUTION_COLUMNS : {}),
  };
  sets.set(key, columns);
  return columns;
}

/** The columns for uniqueness, limits, workflows, traces and leases are written only if one of the executions needs them. Only steps are leased. */
export function executionBatch(database: Database, executions: readonly Execution[]): Batch<BatchColumns> {
  const isAdmitted = executions.some((execution) => execution.unique !== null || isLimited(execution));
  const isInWorkflow = executions.some(({ workflow }) => workflow !== null);
  const isTraced = executions.some(({ trace }) => trace !== null);
  const isLeased = isInWorkflow && executions.some(({ status }) => status === 'running');
  const columns = columnsFor({ isAdmitted, isInWorkflow, isTraced, isLeased });
  const computed: Readonly<Record<string, Sql>> = {
    ...(database.logsEvents ? {} : { available_at: availableAt(database) }),
    ...(isLeased ? { lease_until: leaseUntil(database) } : {}),
  };
  if (!isAdmitted && !isInWorkflow && !isTraced)
    return new Batch<BatchColumns>(columns, executions.map(newExecutionRow), ALWAYS_BY_ROW, computed);
  const rows = executions.map((execution) => ({
    ...newExecutionRow(execution),
    ...(isAdmitted ? admissionRow(execution) : {}),
    ...(isInWorkflow ? { in_workflow: execution.workflow === null ? 0 : 1 } : {}),
    ...(isTraced ? traceRow(execution) : {}),
    ...(isLeased ? leaseOfNewRow(execution) : {}),
  }));
  return new Batch<BatchColumns>(columns, rows, ALWAYS_BY_ROW, computed);
}

/** What was made available at once is available now, although the clock of its maker may be ahead of the database. */
function availableAt({ now }: Database): Sql {
  return sql`CASE WHEN s.status = 'pending' AND s.available_at <= s.created_at AND s.available_at > ${now} THEN ${now} ELSE s.available_at END`;
}

/** A lease ends by the time of the database. The row has how long it lasts. */
function leaseUntil({ now }: Database): Sql {
  return sql`${now} + s.lease_until`;
}

/**
 * New executions as they are stored. Where the log is on, it has to say the same as the row: when they are available is decided here and not in
 * the statement, and of their policy is left what a row keeps.
 */
export function asStored(
  database: Database,
  executions: readonly Execution[],
  at: Date,
): readonly Execution[] {
  if (!database.logsEvents) return executions;
  return executions.map((execution) => ({
    ...availableWhenAdded(execution, at.getTime()),
    policy: storedPolicy(execution.policy),
  }));
}

/** Inserts the executions whose occurrence does not exist yet, and returns them. */
export async function insertNew(
  database: Database,
  executions: readonly Execution[],
  on: Executor,
): Promise<readonly Execution[]> {
  const existing = await existingOccurrences(database, executions, on);
  const fresh = executions.filter((execution) => !existing.has(occurrenceKey(execution)));
  if (fresh.length === 0) return [];
  await database.write(
    insertInto(database.tables.executions, executionBatch(database, fresh), database.dialect),
    on,
  );
  return fresh;
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

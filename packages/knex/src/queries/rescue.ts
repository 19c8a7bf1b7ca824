import { type Execution, executionStatuses } from '@scheduler/contracts';
import { executionChanged, rescueExecution, type RescueExecutions } from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import type { Row } from '../database/results.js';
import type { EventsOf } from '../event-log/changed.js';
import { executionFromRow } from '../rows/execution-row.js';
import { list, raw, type Sql, sql } from '../sql/sql.js';
import { countInJobs } from './count-in-jobs.js';
import { quarantineExecution, quarantineUnknownStatuses } from './quarantine.js';
import { inLockedTrees, isArrival, rootsOf } from './workflows/locked-trees.js';
import type { Workflows } from './workflows/workflows.js';
import { writeChanges } from './write-changes.js';

/**
 * Rescues executions whose lease has expired (A4). They are read without locks, and the write checks the lease again, so that a heartbeat
 * in between wins. Locked rows are left for the next run: a process that hangs in a transaction must not block the rescue of others. Rows
 * with a status that nobody knows, which no other step would ever find, are quarantined.
 */
export async function rescue(
  database: Database,
  workflows: Workflows,
  { graceMs, limit, deadLetterQueue, cause = null }: RescueExecutions,
): Promise<readonly Execution[]> {
  const isOver = sql`t.lease_until < ${database.now} - ${raw(String(Math.round(graceMs)))}`;
  const rows = await database.rows(
    sql`SELECT t.*, ${database.now} AS now FROM ${database.tables.executions} t WHERE t.status = 'running' AND ${isOver} ORDER BY t.lease_until LIMIT ${raw(String(limit))}`,
  );
  await quarantineUnknownStatuses(database, limit);
  if (rows.length === 0) return [];
  const at = new Date(Number(rows[0]?.['now']));
  const lost = await readAll(database, rows);
  const rescued = lost.map((execution) => rescueExecution(execution, deadLetterQueue, at));
  if (rescued.length === 0) return [];
  const before = new Map(lost.map((execution) => [execution.id, execution]));
  const eventsOf: EventsOf = (after) => executionChanged(before.get(after.id) ?? after, after, { at, cause });
  const terms = { isOver, at, cause, eventsOf };
  // Those that wait again do not change their runs.
  const roots = rootsOf(rescued.filter(isArrival));
  if (roots.length > 0) return rescueInRuns(database, workflows, { rescued, roots, ...terms });
  return database.transaction((on) => write(database, rescued, { ...terms, on }));
}

interface WriteTerms {
  readonly isOver: Sql;
  readonly at: Date;
  readonly cause: string | null;
  readonly eventsOf: EventsOf;
  readonly on: Executor;
}

async function write(
  database: Database,
  rescued: readonly Execution[],
  { isOver, at, cause, eventsOf, on }: WriteTerms,
): Promise<readonly Execution[]> {
  const free = await withoutLocked(database, rescued, on);
  const ids = await writeChanges(database, free, { on, where: isOver, eventsOf });
  const written = rescued.filter(({ id }) => ids.has(id));
  await countInJobs(database, written, { at, on, cause });
  return written;
}

interface RescueInRuns extends Omit<WriteTerms, 'on'> {
  readonly rescued: readonly Execution[];
  readonly roots: readonly string[];
}

/** Rescues executions of which some end that belong to runs. Where the run is locked, the execution is left for the next time too. */
function rescueInRuns(
  database: Database,
  workflows: Workflows,
  { rescued, roots, ...terms }: RescueInRuns,
): Promise<readonly Execution[]> {
  return inLockedTrees(
    database,
    workflows,
    { roots, skipsLocked: true, cause: terms.cause },
    async (trees) => {
      const { on } = trees;
      const locked = await existingRuns(
        database,
        roots.filter((root) => !trees.has(root)),
        on,
      );
      const free = rescued.filter((one) => !isArrival(one) || !locked.has(one.workflow?.root ?? ''));
      const written = await write(database, free, { ...terms, on });
      await trees.arrive(written, terms.at);
      return written;
    },
  );
}

/** A run that was deleted is nobody's, and must not keep its executions from being rescued. */
async function existingRuns(
  database: Database,
  ids: readonly string[],
  on: Executor,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database.rows(
    sql`SELECT id FROM ${database.tables.workflowRuns} WHERE id IN ${list(ids)}`,
    on,
  );
  return new Set(rows.map((row) => String(row['id'])));
}

/** Locks the rows of executions, and of their jobs if they end, until the end of the transaction. Leaves out those that others have locked. */
async function withoutLocked(
  database: Database,
  rescued: readonly Execution[],
  on: Executor,
): Promise<readonly Execution[]> {
  const { executions, jobs } = database.tables;
  const rows = await lockFree(database, executions, { ids: rescued.map(({ id }) => id), on });
  const free = rescued.filter(({ id }) => rows.has(id));
  const jobIds = free.flatMap((execution) => jobToChange(execution) ?? []);
  const freeJobs = await lockFree(database, jobs, { ids: jobIds, on });
  return free.filter((execution) => {
    const jobId = jobToChange(execution);
    return jobId === null || freeJobs.has(jobId);
  });
}

/** An execution that waits again does not change its job. */
function jobToChange({ jobId, status }: Execution): string | null {
  return executionStatuses.isFinal(status) ? jobId : null;
}

async function lockFree(
  database: Database,
  table: Sql,
  { ids, on }: { readonly ids: readonly string[]; readonly on: Executor },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { byPrimaryKey, skipLocked: lock } = database.dialect;
  const rows = await database.rows(
    sql`SELECT id FROM ${table} ${raw(byPrimaryKey)} WHERE id IN ${list([...new Set(ids)].sort())} ORDER BY id ${raw(lock)}`,
    on,
  );
  return new Set(rows.map((row) => String(row['id'])));
}

async function readAll(database: Database, rows: readonly Row[]): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (const row of rows) {
    try {
      executions.push(executionFromRow(row));
    } catch {
      await quarantineExecution(database, row);
    }
  }
  return executions;
}

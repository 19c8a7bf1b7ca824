import { type ErrorClass, type Execution, executionStatuses, type Page } from '@scheduler/contracts';
import type {
  CountExecutions,
  ExecutionById,
  ExecutionCounts,
  ExecutionFilter,
  ListExecutions,
  TenantScope,
} from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { isOfClass } from '../rows/error-json.js';
import { readableExecution } from '../rows/corrupt-execution.js';
import { all, join, raw, type Sql, sql } from '../sql/sql.js';
import { inScope } from './shared/in-scope.js';
import { isBetween, isOneOf } from './shared/conditions.js';
import { readPage } from './shared/page.js';

export async function getExecution(
  database: Database,
  { id, tenant }: ExecutionById,
): Promise<Execution | null> {
  const [row] = await database.rows(
    sql`SELECT * FROM ${database.tables.executions} WHERE id = ${id} AND ${inScope(tenant)}`,
  );
  return row === undefined ? null : readableExecution(row);
}

export function listExecutions(database: Database, request: ListExecutions): Promise<Page<Execution>> {
  const direction = request.sortOrder === 'asc' ? 'ASC' : 'DESC';
  const beganAt = database.dialect.beganAt('e');
  return readPage(database, {
    table: database.tables.executions,
    where: all([...ownedBy(request.tenant), ...conditions(request, beganAt), ...follows(request, beganAt)]),
    parts: database.dialect.listsRunningApart ? partsOf(request) : [],
    counts: request.after === undefined,
    orderBy: raw(`${beganAt} ${direction}, e.id ${direction}`),
    limit: request.limit,
    offset: request.offset,
    read: readableExecution,
  });
}

/** The indexes of the lists leave out what runs. Those of a job have all of its executions. */
function partsOf({ jobId, statuses = [] }: ListExecutions): readonly Sql[] {
  if (jobId !== undefined) return [];
  const [ofOthers, ofRunning] = [raw("e.status <> 'running'"), raw("e.status = 'running'")];
  if (statuses.length === 0) return [ofOthers, ofRunning];
  const hasOthers = statuses.some((status) => status !== 'running');
  return [...(hasOthers ? [ofOthers] : []), ...(statuses.includes('running') ? [ofRunning] : [])];
}

/** Said twice, since the index of the executions of tenants has no others. */
function ownedBy(tenant: TenantScope): readonly Sql[] {
  return tenant === null ? [inScope(tenant, 'e')] : [inScope(tenant, 'e'), raw("e.tenant <> ''")];
}

/**
 * What comes after a place in the order. The first condition is all that MariaDB can read by an index; others read by both columns, so that
 * many executions of one instant are not read for each page.
 */
function follows({ after, sortOrder }: ListExecutions, beganAt: string): readonly Sql[] {
  if (after === undefined) return [];
  const [comparison, at] = [raw(sortOrder === 'asc' ? '>' : '<'), after.at.getTime()];
  return [
    sql`${raw(beganAt)} ${comparison}= ${at}`,
    sql`(${raw(beganAt)}, e.id) ${comparison} (${at}, ${after.id})`,
  ];
}

/** @param beganAt when an execution started, or was scheduled */
function conditions(filter: ExecutionFilter, beganAt: string): readonly Sql[] {
  const { jobId, deadLettered } = filter;
  return [
    ...(jobId === undefined ? [] : [sql`e.job_id = ${jobId}`]),
    ...isOneOf('e.type', filter.types),
    ...isOneOf('e.status', filter.statuses),
    ...isOneOf('e.queue', filter.queues),
    ...isBetween(beganAt, filter.since, filter.until),
    ...isOfAnyClass(filter.errorClasses),
    ...(deadLettered === undefined
      ? []
      : [raw(`e.dead_letter_queue IS ${deadLettered ? 'NOT NULL' : 'NULL'}`)]),
  ];
}

function isOfAnyClass(classes: readonly ErrorClass[] = []): readonly Sql[] {
  if (classes.length === 0) return [];
  return [
    sql`(${join(
      classes.map((name) => isOfClass('e.error', name)),
      ' OR ',
    )})`,
  ];
}

export async function countExecutions(
  database: Database,
  { tenant, queue, jobId }: CountExecutions,
): Promise<ExecutionCounts> {
  const where = all([
    inScope(tenant),
    ...(queue === undefined ? [] : [sql`queue = ${queue}`]),
    ...(jobId === undefined ? [] : [sql`job_id = ${jobId}`]),
  ]);
  const rows = await database.rows(
    sql`SELECT status, COUNT(*) AS total FROM ${database.tables.executions} WHERE ${where} GROUP BY status`,
  );
  const totals = new Map(rows.map((row) => [String(row['status']), Number(row['total'])]));
  return Object.fromEntries(
    executionStatuses.statuses.map((status) => [status, totals.get(status) ?? 0]),
  ) as unknown as ExecutionCounts;
}

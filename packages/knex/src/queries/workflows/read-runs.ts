import type { Execution, Page, WorkflowGraph, WorkflowRun, WorkflowStatus } from '@scheduler/contracts';
import {
  copyRun,
  type ListRuns,
  type RunById,
  type RunCount,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { readableExecution } from '../../rows/corrupt-execution.js';
import { attributePairs, readableRun } from '../../rows/workflow-run-row.js';
import { all, list, raw, type Sql, sql } from '../../sql/sql.js';
import { inScope } from '../shared/in-scope.js';
import { isOneOf } from '../shared/conditions.js';
import { readPage } from '../shared/page.js';
import { inSlices } from './in-slices.js';
import { readKnown, VERSION_COLUMNS } from './known-runs.js';
import type { Workflows } from './workflows.js';

export async function getRun(database: Database, { id, tenant }: RunById): Promise<WorkflowRun | null> {
  const [row] = await database.rows(
    sql`SELECT * FROM ${database.tables.workflowRuns} WHERE id = ${id} AND ${inScope(tenant)}`.recurring(),
  );
  return row === undefined ? null : readableRun(row);
}

export function listRuns(database: Database, request: ListRuns): Promise<Page<WorkflowRun>> {
  const direction = request.sortOrder === 'asc' ? 'ASC' : 'DESC';
  return readPage(database, {
    table: database.tables.workflowRuns,
    where: all([inScope(request.tenant, 'e'), ...conditions(database, request)]),
    orderBy: raw(`e.created_at ${direction}, e.id ${direction}`),
    limit: request.limit,
    offset: request.offset,
    read: readableRun,
  });
}

function conditions(
  database: Database,
  { names, statuses, exceptGraphs = [], attributes = {}, parent }: ListRuns,
): readonly Sql[] {
  return [
    ...isOneOf('e.name', names),
    ...isOneOf('e.status', statuses),
    ...(exceptGraphs.length === 0 ? [] : [sql`e.graph_hash NOT IN ${list(exceptGraphs)}`]),
    ...(parent === undefined
      ? []
      : [parent === null ? raw('e.parent_id IS NULL') : sql`e.parent_id = ${parent}`]),
    ...attributePairs(attributes).map((pair) => hasAttribute(database, pair)),
  ];
}

function hasAttribute({ tables }: Database, pair: string): Sql {
  return sql`e.id IN (SELECT a.run_id FROM ${tables.workflowAttributes} a WHERE a.pair = ${pair})`;
}

export async function countRuns(database: Database, tenant: TenantScope): Promise<readonly RunCount[]> {
  const rows = await database.rows(
    sql`SELECT name, status, COUNT(*) AS total FROM ${database.tables.workflowRuns} WHERE ${inScope(tenant)} GROUP BY name, status`,
  );
  return rows
    .map((row) => ({
      name: String(row['name']),
      status: String(row['status']) as WorkflowStatus,
      count: Number(row['total']),
    }))
    .sort((a, b) => (`${a.name} ${a.status}` < `${b.name} ${b.status}` ? -1 : 1));
}

/** A graph stays stored for a while after its last run was deleted, in case it is used again. It is not shown any more. */
export async function getGraph(
  database: Database,
  { graphs }: Workflows,
  hash: string,
): Promise<WorkflowGraph | null> {
  if (!(await isPinned(database, hash))) return null;
  return (await graphs.load(database, [hash])).get(hash) ?? null;
}

/**
 * Whether a run has the graph. The first hash from this one on is read by its index; a condition for this hash alone would let a database read
 * all runs whose statistics say that most of them have one graph.
 */
export async function isPinned(database: Database, hash: string): Promise<boolean> {
  const [row] = await database.rows(
    sql`SELECT graph_hash FROM ${database.tables.workflowRuns} WHERE graph_hash >= ${hash} ORDER BY graph_hash LIMIT 1`,
  );
  return row !== undefined && String(row['graph_hash']) === hash;
}

/** Runs that are not known as they are now are read as a whole. */
export async function runsOf(
  database: Database,
  { runs: known }: Workflows,
  ids: readonly string[],
): Promise<readonly WorkflowRun[]> {
  const table = database.tables.workflowRuns;
  const runs = await readKnown(known, ids, {
    version: (all) => rowsById(database, { table, columns: raw(VERSION_COLUMNS), ids: all }),
    whole: (some) => rowsById(database, { table, columns: raw('*'), ids: some }),
    ofCorrupt: readableRun,
  });
  return inOrder(ids, runs.map(copyRun));
}

export async function executionsOf(
  database: Database,
  ids: readonly string[],
): Promise<readonly Execution[]> {
  const table = database.tables.executions;
  const rows = await rowsById(database, { table, columns: raw('*'), ids });
  return inOrder(ids, rows.map(readableExecution));
}

interface RowsById {
  readonly table: Sql;
  readonly columns: Sql;
  readonly ids: readonly string[];
}

async function rowsById(database: Database, { table, columns, ids }: RowsById): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const slice of inSlices(ids)) {
    const found = await database.rows(
      sql`SELECT ${columns} FROM ${table} WHERE ${database.dialect.isAnyOf(raw('id'), slice)}`.recurring(),
    );
    for (const row of found) rows.push(row);
  }
  return rows;
}

/** In the order of the ids, without those that do not exist. */
function inOrder<TRecord extends { readonly id: string }>(
  ids: readonly string[],
  records: readonly TRecord[],
): readonly TRecord[] {
  const found = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

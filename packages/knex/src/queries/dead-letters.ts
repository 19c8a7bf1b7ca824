import { ERROR_CLASSES, type Execution, JobAlreadyExists } from '@scheduler/contracts';
import {
  type DeadLetterCounts,
  deadLetterReplaced,
  type DismissDeadLetters,
  executionAdded,
  type ReplaceDeadLetter,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../database/database.js';
import { appendEvents, timeOfEvents } from '../event-log/append.js';
import { dismissAndAppend } from '../event-log/dismissed.js';
import { keysOf } from '../event-log/execution-keys.js';
import { isOfClass } from '../rows/error-json.js';
import { insertInto } from '../dialects/batch.js';
import { join, list, raw, type Sql, sql } from '../sql/sql.js';
import { inScope } from './shared/in-scope.js';
import { asStored, executionBatch } from './shared/execution-batch.js';
import { markLimited } from './shared/limited-queues.js';
import { uniqueKeysFor, needsUniqueKey } from './unique-keys.js';

const DISMISSED = 'dead_letter_queue = NULL, dead_letter_at = NULL';

/** Replaces a dead letter by a new execution. False: another caller has replaced or dismissed it before. */
export async function replaceDeadLetter(
  database: Database,
  request: ReplaceDeadLetter,
  notify: Sql | null,
): Promise<boolean> {
  try {
    return await replace(database, request, notify);
  } catch (error) {
    const duplicate = database.duplicate(error);
    if (duplicate === 'unique') throw new JobAlreadyExists('uniqueKey', 'an equal execution exists');
    if (duplicate !== null) throw new JobAlreadyExists('id', request.execution.id);
    throw error;
  }
}

function replace(
  database: Database,
  { id, tenant, execution: given, cause = null }: ReplaceDeadLetter,
  notify: Sql | null,
): Promise<boolean> {
  const { tables, dialect } = database;
  return database.transaction(async (on) => {
    const taken = await database.write(
      sql`UPDATE ${tables.executions} SET ${raw(DISMISSED)} WHERE id = ${id} AND ${inScope(tenant)} AND dead_letter_queue IS NOT NULL`,
      on,
    );
    if (taken === 0) return false;
    const at = await timeOfEvents(database, on);
    const [execution = given] = asStored(database, [given], at);
    await takeUniqueKey(database, execution, on);
    await markLimited(database, [execution], on);
    const insert = insertInto(tables.executions, executionBatch(database, [execution]), dialect);
    await database.rows(notify === null ? insert : sql`WITH inserted AS (${insert}) SELECT ${notify}`, on);
    const replaced = database.logsEvents ? await keysOf(database, [id], on) : [];
    await appendEvents(database, on, () => [
      executionAdded(execution, { at, cause }),
      ...replaced.map((key) => deadLetterReplaced(key, execution.id, { at, cause })),
    ]);
    return true;
  });
}

/** Throws if an equal execution holds the unique key, so that the execution stays a dead letter. */
async function takeUniqueKey(database: Database, execution: Execution, on: Executor): Promise<void> {
  if (!needsUniqueKey(execution)) return;
  const uniqueKeys = await uniqueKeysFor(database, [execution], {
    at: new Date(await database.recentNow(on)),
    on,
  });
  const { status, reason } = uniqueKeys.admit(execution);
  if (status === 'skipped') throw new JobAlreadyExists('uniqueKey', reason?.message ?? '');
  const release = uniqueKeys.release(database);
  if (release !== null) await database.write(release, on);
}

export async function dismissDeadLetters(
  database: Database,
  { ids, tenant, cause = null }: DismissDeadLetters,
): Promise<number> {
  if (ids.length === 0) return 0;
  const isLetter = sql`${inScope(tenant)} AND dead_letter_queue IS NOT NULL`;
  const dismiss = (some: readonly string[], on?: Executor) =>
    database.write(
      sql`UPDATE ${database.tables.executions} SET ${raw(DISMISSED)} WHERE id IN ${list([...new Set(some)])} AND ${isLetter}`,
      on,
    );
  return database.logsEvents ? dismissAndAppend(database, { ids, isLetter, dismiss, cause }) : dismiss(ids);
}

/** The counts of dead letters by queue and by class of error. */
export async function countDeadLetters(database: Database, tenant: TenantScope): Promise<DeadLetterCounts> {
  const sums = ERROR_CLASSES.map(
    (name) => sql`SUM(CASE WHEN ${isOfClass('error', name)} THEN 1 ELSE 0 END) AS ${raw(`of_${name}`)}`,
  );
  const rows = await database.rows(
    sql`SELECT queue, COUNT(*) AS total, ${join(sums, ', ')} FROM ${database.tables.executions} WHERE dead_letter_queue IS NOT NULL AND ${inScope(tenant)} GROUP BY queue ORDER BY queue`,
  );
  const total = rows.reduce((sum, row) => sum + Number(row['total']), 0);
  const byClass = ERROR_CLASSES.map(
    (name) => [name, rows.reduce((sum, row) => sum + Number(row[`of_${name}`]), 0)] as const,
  );
  const known = byClass.reduce((sum, [, count]) => sum + count, 0);
  return {
    total,
    byQueue: Object.fromEntries(rows.map((row) => [String(row['queue']), Number(row['total'])])),
    byErrorClass: {
      ...(Object.fromEntries(byClass) as Omit<DeadLetterCounts['byErrorClass'], 'unknown'>),
      unknown: total - known,
    },
  };
}

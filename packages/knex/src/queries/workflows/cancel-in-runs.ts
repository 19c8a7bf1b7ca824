import type { Execution } from '@scheduler/contracts';
import {
  type CancelInRun,
  cancelRequested,
  type EventRecord,
  executionChanged,
} from '@scheduler/contracts/adapter';
import type { Database, Executor } from '../../database/database.js';
import { appendEvents } from '../../event-log/append.js';
import { readableExecution } from '../../rows/corrupt-execution.js';
import { Batch } from '../../dialects/batch.js';
import { raw, sql } from '../../sql/sql.js';
import { updateFrom } from '../shared/update-from.js';
import { inSlices } from './in-slices.js';

interface Terms {
  readonly at: Date;
  readonly on: Executor;
  readonly cause: string | null;
}

/** Ends the executions that wait, and asks those that run to stop unless they are to be left alone. Returns those that ended by it. */
export async function cancelInRuns(
  database: Database,
  cancels: readonly CancelInRun[],
  terms: Terms,
): Promise<readonly Execution[]> {
  const ended: Execution[] = [];
  for (const slice of inSlices(cancels)) ended.push(...(await cancelSlice(database, slice, terms)));
  return ended;
}

async function cancelSlice(
  database: Database,
  cancels: readonly CancelInRun[],
  { at, on, cause }: Terms,
): Promise<readonly Execution[]> {
  const { dialect, tables } = database;
  const byId = new Map(cancels.map((cancel) => [cancel.executionId, cancel]));
  const rows = await database.rows(
    sql`SELECT * FROM ${tables.executions} ${raw(dialect.byPrimaryKey)} WHERE ${dialect.isAnyOf(raw('id'), [...byId.keys()].sort())} ORDER BY id ${raw(dialect.lock)}`,
    on,
  );
  const ended: Execution[] = [];
  const stopping: Execution[] = [];
  const events: EventRecord[] = [];
  for (const row of rows) {
    const execution = readableExecution(row);
    const cancel = byId.get(execution.id);
    if (cancel === undefined || (cancel.waitingOnly && execution.status !== 'pending')) continue;
    const { state, execution: cancelled } = cancelRequested(execution, cancel.reason, at);
    if (database.logsEvents) events.push(...executionChanged(execution, cancelled, { at, cause }));
    if (state === 'cancelled') ended.push(cancelled);
    if (state === 'stopping') stopping.push(cancelled);
  }
  await writeEnded(database, ended, { at, on, cause });
  await writeStopping(database, stopping, on);
  await appendEvents(database, on, () => events);
  return ended;
}

const ENDED = { id: 'text', reason_code: 'text', reason_message: 'text' } as const;

async function writeEnded(database: Database, ended: readonly Execution[], { at, on }: Terms): Promise<void> {
  if (ended.length === 0) return;
  const rows = ended.map(({ id, reason }) => ({
    id,
    reason_code: reason?.code ?? null,
    reason_message: reason?.message ?? null,
  }));
  const set = sql`status = 'cancelled', finished_at = ${database.dialect.typed(at.getTime(), 'int')}`;
  await database.write(
    updateFrom(database, {
      table: database.tables.executions,
      batch: new Batch(ENDED, rows, ['id']),
      set,
      where: raw('1 = 1'),
    }),
    on,
  );
}

const STOPPING = { id: 'text', cancel_request: 'text' } as const;

async function writeStopping(
  database: Database,
  stopping: readonly Execution[],
  on: Executor,
): Promise<void> {
  if (stopping.length === 0) return;
  const rows = stopping.map(({ id, cancelRequest }) => ({ id, cancel_request: cancelRequest }));
  await database.write(
    updateFrom(database, {
      table: database.tables.executions,
      batch: new Batch(STOPPING, rows, ['id']),
      where: raw('1 = 1'),
    }),
    on,
  );
}

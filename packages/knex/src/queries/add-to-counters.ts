import type { Database, Executor } from '../database/database.js';
import { Batch } from '../dialects/batch.js';
import { raw, sql } from '../sql/sql.js';
import { updateFrom } from './shared/update-from.js';

/** What executions that have ended add to the counters of their job. */
export interface Added {
  readonly jobId: string;
  readonly executions: number;
  readonly succeeded: number;
  readonly durationMs: number;
}

const ADDED_COLUMNS = { id: 'text', executions: 'int', succeeded: 'int', ran_ms: 'int' } as const;

/** Adds to the counters of jobs without reading them. The jobs are locked already, and go on as they are. */
export async function addToCounters(
  database: Database,
  added: readonly Added[],
  { at, on }: { readonly at: Date; readonly on: Executor | undefined },
): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ jobId, executions, succeeded, durationMs }) => ({
    id: jobId,
    executions,
    succeeded,
    ran_ms: durationMs,
  }));
  const batch = new Batch(ADDED_COLUMNS, rows, ['id']);
  const { dialect, tables } = database;
  const plus = (column: string, name: keyof typeof ADDED_COLUMNS) =>
    sql`${raw(column)} = ${raw(`t.${column}`)} + ${batch.value(name, dialect)}`;
  const counters = sql`${plus('executions_count', 'executions')}, ${plus('success_count', 'succeeded')}, ${plus('total_duration_ms', 'ran_ms')}`;
  const update = updateFrom(database, {
    table: tables.jobs,
    batch,
    unwritten: ['executions', 'succeeded', 'ran_ms'],
    set: sql`${counters}, revision = t.revision + 1, updated_at = ${at.getTime()}`,
    where: raw('1 = 1'),
  });
  await database.write(update.recurring(), on);
}

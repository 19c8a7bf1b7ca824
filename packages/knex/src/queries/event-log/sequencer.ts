import type { Database, Executor } from '../../database/database.js';
import { raw, sql } from '../../sql/sql.js';
import { updateFrom } from '../shared/update-from.js';
import { Batch } from '../../dialects/batch.js';
import { lockState, writeState } from './state.js';

const ROWS_AT_ONCE = 2_000;

const POSITION_COLUMNS = { id: 'int', position: 'int' } as const;

/**
 * Gives positions to the rows of the log that have been committed on MySQL, which does not tell what is still open. Readers do it, one at a
 * time, so that writers wait for nobody: a row that commits late comes later.
 *
 * Rows get their positions in the order in which they were inserted. Of two changes of the same job, the second was inserted after the first
 * had committed, because each holds the row of the job until then; so whoever sees the second sees the first as well.
 */
export async function giveEachItsPosition(database: Database): Promise<void> {
  const { eventLog } = database.tables;
  const waiting = sql`SELECT id FROM ${eventLog} WHERE position = 0 ORDER BY id LIMIT ${raw(String(ROWS_AT_ONCE))}`;
  for (;;) {
    // Usually there is nothing new, which is seen without a lock.
    const rows = await database.rows(sql`SELECT id FROM ${eventLog} WHERE position = 0 LIMIT 1`);
    if (rows.length === 0) return;
    await database.transaction(async (on) => {
      const last = Number((await lockState(database, 'sequence', on)) ?? 0);
      // Read without locks: a transaction that is open must not be waited for.
      const ids = (await database.rows(waiting, on)).map((row) => Number(row['id']));
      await number(database, ids, { last, on });
    });
  }
}

async function number(
  database: Database,
  ids: readonly number[],
  { last, on }: { readonly last: number; readonly on: Executor },
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id, index) => ({ id, position: last + index + 1 }));
  const batch = new Batch(POSITION_COLUMNS, rows, ['id', 'position']);
  const update = updateFrom(database, { table: database.tables.eventLog, batch, where: raw('1 = 1') });
  await database.write(update, on);
  await writeState(database, { name: 'sequence', value: String(last + ids.length) }, on);
}

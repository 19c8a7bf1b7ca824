import type { Database } from '../database/database.js';
import type { Row } from '../database/results.js';
import { sql } from '../sql/sql.js';

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** A job whose row makes no sense is paused and says why; a person mends or deletes it. */
export async function quarantineJob(database: Database, row: Row, error: unknown): Promise<void> {
  await database.write(
    sql`UPDATE ${database.tables.jobs} SET status = 'paused', due_at = NULL, status_reason = ${`quarantined: its row is corrupt (${wordsOf(error)})`}, revision = revision + 1 WHERE id = ${String(row['id'])} AND revision = ${Number(row['revision'])}`,
  );
}

/** An execution whose row makes no sense ends as failed, under the fence of the claim that found it. */
export async function quarantineExecution(database: Database, row: Row, error: unknown): Promise<void> {
  const at = await database.recent();
  const stored = JSON.stringify({
    name: 'CorruptRow',
    message: `its row cannot be read: ${wordsOf(error)}`,
    code: 'CORRUPT_ROW',
    stack: null,
  });
  await database.write(
    sql`UPDATE ${database.tables.executions} SET status = 'failed', reason_code = 'corrupt', error = ${stored}, finished_at = ${at}, lease_until = NULL WHERE id = ${String(row['id'])} AND fence = ${Number(row['fence'])} AND status = 'running'`,
  );
}

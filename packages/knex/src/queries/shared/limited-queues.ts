import type { Execution } from '@scheduler/contracts';
import type { Database, Executor } from '../../database/database.js';
import { isLimited } from '../../rows/optional-columns.js';
import { list, sql } from '../../sql/sql.js';

/**
 * Marks the queues of executions that are limited by their job or key, before these are written. The claim that does not count skips
 * marked queues. Without limited executions it runs no statement.
 */
export async function markLimited(
  database: Database,
  executions: readonly Execution[],
  on?: Executor,
): Promise<void> {
  const limited = executions.filter((execution) => execution.status === 'pending' && isLimited(execution));
  if (limited.length === 0) return;
  const names = [...new Set(limited.map(({ queue }) => queue))].sort();
  const { queues } = database.tables;
  const marked = await database.rows(
    sql`SELECT name FROM ${queues} WHERE limited = 1 AND name IN ${list(names)}`,
    on,
  );
  const known = new Set(marked.map((row) => String(row['name'])));
  for (const name of names.filter((one) => !known.has(one))) await mark(database, name, on);
  database.limitedQueues.add(names);
}

async function mark(database: Database, name: string, on: Executor | undefined): Promise<void> {
  const { dialect, tables } = database;
  const update = sql`UPDATE ${tables.queues} SET limited = 1 WHERE name = ${name}`;
  if ((await database.write(update, on)) > 0) return;
  try {
    await database.savepoint(on, (savepoint) =>
      database.write(
        sql`INSERT INTO ${tables.queues} (name, paused, limited) VALUES (${dialect.typed(name, 'text')}, 0, 1)`,
        savepoint,
      ),
    );
  } catch (error) {
    // Another node has created the row of the queue at the same time.
    if (database.duplicate(error) === null) throw error;
    await database.write(update, on);
  }
}

import type { Logger } from '@scheduler/contracts';
import { type Sql, sql } from '../sql/sql.js';
import type { Row } from './results.js';

/** Settings of a session as settings of the transaction that is under way, in one statement. */
export function localSettings(session: readonly string[]): string {
  return session.map((statement) => statement.replace(/^SET /, 'SET LOCAL ')).join('; ');
}

/**
 * Single statements behind a pooler have the settings of the role. Without a timeout, one that waits for a lock would keep a connection of
 * the pool from all nodes.
 */
export async function warnOfMissingTimeouts(
  database: { rows(statement: Sql): Promise<readonly Row[]> },
  logger: Logger,
): Promise<void> {
  const [row] = await database.rows(
    sql`SELECT current_setting('lock_timeout') AS lock_timeout, current_user AS role`,
  );
  if (row?.['lock_timeout'] !== '0') return;
  logger.warn(
    'statements behind the pooler have no timeouts; set them for the role: ALTER ROLE … SET lock_timeout, statement_timeout, random_page_cost, as docs/sizing.md says',
    { role: String(row['role']) },
  );
}

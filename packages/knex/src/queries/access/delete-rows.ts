import type { Database } from '../../database/database.js';
import { list, raw, type Sql, sql } from '../../sql/sql.js';

interface DeleteRows {
  readonly table: Sql;
  readonly where: Sql;
  /** Names columns of an index. */
  readonly orderBy: string;
  readonly limit: number;
}

/** Deletes up to `limit` rows. Rows that somebody else has locked are left for the next time. */
export function deleteRows(
  database: Database,
  { table, where, orderBy, limit }: DeleteRows,
): Promise<number> {
  if (limit <= 0) return Promise.resolve(0);
  return database.transaction(async (on) => {
    const rows = await database.rows(
      sql`SELECT id FROM ${table} WHERE ${where} ORDER BY ${raw(orderBy)} LIMIT ${raw(String(limit))} ${raw(database.dialect.skipLocked)}`,
      on,
    );
    const ids = rows.map((row) => String(row['id']));
    return ids.length === 0 ? 0 : database.write(sql`DELETE FROM ${table} WHERE id IN ${list(ids)}`, on);
  });
}

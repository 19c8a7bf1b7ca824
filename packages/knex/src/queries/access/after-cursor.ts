import { raw, type Sql, sql } from '../../sql/sql.js';

/** A condition: the row comes after the cursor where the newest come first. The first part alone lets an index be read from there on. */
export function afterCursor(column: string, cursor: { readonly at: Date; readonly id: string }): Sql {
  const [time, ms] = [raw(column), cursor.at.getTime()];
  return sql`${time} <= ${ms} AND (${time} < ${ms} OR id < ${cursor.id})`;
}

import type { Database } from '../../database/database.js';
import type { Batch, BatchColumns } from '../../dialects/batch.js';
import { join, raw, type Sql, sql } from '../../sql/sql.js';

export interface UpdateFrom<TColumns extends BatchColumns> {
  readonly table: Sql;
  /** The rows are matched by `id`; the other columns are written. */
  readonly batch: Batch<TColumns>;
  /** Columns of the batch that only the condition reads. */
  readonly unwritten?: readonly string[];
  /** Further assignments. */
  readonly set?: Sql;
  /** A condition on the row t and its source s. */
  readonly where: Sql;
}

/** An UPDATE of many rows, each with its own values. */
export function updateFrom<TColumns extends BatchColumns>(
  { dialect }: Database,
  { table, batch, unwritten = [], set, where }: UpdateFrom<TColumns>,
): Sql {
  const fromBatch = batch.assignments(dialect, ['id', ...unwritten]);
  const assignments = join(
    [fromBatch, set].filter((part) => part !== undefined && part.text !== '') as Sql[],
    ', ',
  );
  const source = batch.source(dialect);
  return dialect.updatesByJoin
    ? // The source comes first: a join that began with the table would lock rows that are not updated, and wait for locks of others.
      sql`UPDATE ${source} STRAIGHT_JOIN ${table} t ${raw(dialect.byPrimaryKey)} ON t.id = s.id SET ${assignments} WHERE ${where}`
    : sql`UPDATE ${table} AS t SET ${assignments} FROM ${source} WHERE t.id = s.id AND ${where}`;
}

import type { Page, PageRequest } from '@scheduler/contracts';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { raw, type Sql, sql } from '../../sql/sql.js';

/** Counting a million rows would take too long for one page. From this number on, the total is a lower bound. */
const MAX_COUNTED = 10_000;

export interface PageQuery<T> extends PageRequest {
  readonly table: Sql;
  readonly where: Sql;
  readonly orderBy: Sql;
  readonly read: (row: Row) => T;
  /** False: what matches is not counted. Default: true. */
  readonly counts?: boolean;
}

export async function readPage<T>(database: Database, query: PageQuery<T>): Promise<Page<T>> {
  const { table, where, orderBy, limit, offset, read } = query;
  const rows = await database.rows(
    sql`SELECT * FROM ${table} e WHERE ${where} ORDER BY ${orderBy} LIMIT ${raw(String(limit))} OFFSET ${raw(String(offset))}`,
  );
  const items = rows.map(read);
  if (items.length > 0 && items.length < limit) {
    return { items, total: offset + items.length, totalIsExact: true, limit, offset };
  }
  if (query.counts === false)
    return { items, total: offset + items.length, totalIsExact: items.length < limit, limit, offset };
  const counted = await count(database, query);
  const total = Math.max(counted, items.length === 0 ? 0 : offset + items.length);
  return { items, total, totalIsExact: counted < MAX_COUNTED, limit, offset };
}

async function count<T>(database: Database, { table, where }: PageQuery<T>): Promise<number> {
  const most = raw(String(MAX_COUNTED));
  const [row] = await database.rows(
    sql`SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${table} e WHERE ${where} LIMIT ${most}) counted`,
  );
  return Number(row?.['total'] ?? 0);
}

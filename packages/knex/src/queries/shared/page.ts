import type { Page, PageRequest } from '@scheduler/contracts';
import type { Database } from '../../database/database.js';
import type { Row } from '../../database/results.js';
import { join, raw, type Sql, sql } from '../../sql/sql.js';

/** Counting a million rows would take too long for one page. From this number on, the total is a lower bound. */
const MAX_COUNTED = 10_000;

export interface PageQuery<T> extends PageRequest {
  readonly table: Sql;
  readonly where: Sql;
  readonly orderBy: Sql;
  readonly read: (row: Row) => T;
  /** Conditions of which each row meets one. The rows of each are read by an index of their own. Missing: all are read by the same. */
  readonly parts?: readonly Sql[];
  /** False: what matches is not counted. Default: true. */
  readonly counts?: boolean;
}

export async function readPage<T>(database: Database, query: PageQuery<T>): Promise<Page<T>> {
  const { limit, offset, read } = query;
  const rows = await database.rows(pageOf(query));
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

function pageOf<T>({ table, where, parts = [], orderBy, limit, offset }: PageQuery<T>): Sql {
  const page = sql`ORDER BY ${orderBy} LIMIT ${raw(String(limit))} OFFSET ${raw(String(offset))}`;
  if (parts.length === 0) return sql`SELECT * FROM ${table} e WHERE ${where} ${page}`;
  const first = sql`ORDER BY ${orderBy} LIMIT ${raw(String(limit + offset))}`;
  const arms = parts.map((part) => sql`(SELECT * FROM ${table} e WHERE ${where} AND ${part} ${first})`);
  return sql`SELECT * FROM (${join(arms, ' UNION ALL ')}) e ${page}`;
}

async function count<T>(database: Database, { table, where }: PageQuery<T>): Promise<number> {
  const most = raw(String(MAX_COUNTED));
  const [row] = await database.rows(
    sql`SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM ${table} e WHERE ${where} LIMIT ${most}) counted`,
  );
  return Number(row?.['total'] ?? 0);
}

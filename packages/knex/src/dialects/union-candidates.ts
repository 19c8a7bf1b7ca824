import { join, raw, type Sql, sql } from '../sql/sql.js';
import type { CandidateRequest, TypedCandidateRequest } from './dialect.js';

export const PRIORITIES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * One search for each priority. A single search would read every execution of a priority that is not available yet before it reached the
 * next priority.
 */
export function unionCandidates({ table, where, limit }: CandidateRequest): Sql {
  const arms = PRIORITIES.map(
    (priority) =>
      sql`SELECT * FROM (SELECT e.id FROM ${table} e WHERE ${where} AND e.priority = ${raw(String(priority))} ORDER BY e.available_at, e.id LIMIT ${limit}) ${raw(`p${priority}`)}`,
  );
  return sql`SELECT id FROM (${join(arms, ' UNION ALL ')}) c LIMIT ${limit}`;
}

/** One search for each type and priority, since a single one would read and sort all that waits of these types. */
export function unionCandidatesOfTypes({ table, where, limit, pairs, byType }: TypedCandidateRequest): Sql {
  const arms = pairs.map(
    ({ type, priority }, index) =>
      sql`SELECT * FROM (SELECT e.id, e.priority, e.available_at FROM ${table} e ${byType} WHERE ${where} AND e.type = ${type} AND e.priority = ${raw(String(priority))} ORDER BY e.available_at LIMIT ${limit}) ${raw(`p${index}`)}`,
  );
  return sql`SELECT id FROM (${join(arms, ' UNION ALL ')}) c ORDER BY priority, available_at, id LIMIT ${limit}`;
}

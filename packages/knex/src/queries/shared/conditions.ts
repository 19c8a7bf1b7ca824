import { list, raw, type Sql, sql } from '../../sql/sql.js';

/** Conditions for a column that must have one of these values. None: it may have any. */
export function isOneOf(column: string, accepted: readonly string[] | undefined): readonly Sql[] {
  return accepted === undefined || accepted.length === 0 ? [] : [sql`${raw(column)} IN ${list(accepted)}`];
}

/** Conditions for an instant, both ends included. */
export function isBetween(column: string, after: Date | undefined, before: Date | undefined): readonly Sql[] {
  return [
    ...(after === undefined ? [] : [sql`${raw(column)} >= ${after.getTime()}`]),
    ...(before === undefined ? [] : [sql`${raw(column)} <= ${before.getTime()}`]),
  ];
}

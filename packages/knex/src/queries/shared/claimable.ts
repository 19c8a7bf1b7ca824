import type { Database } from '../../database/database.js';
import { raw, type Sql, sql } from '../../sql/sql.js';

/**
 * A condition: the execution e waits, is available, and is not blocked by its job. An exclusive execution is blocked while another one of
 * its job runs, or while a more urgent one of its job in the same queue is available.
 *
 * @param isWaiting the condition that it waits, as the index that is to be used has it
 */
export function claimable(database: Database, isWaiting: Sql = raw("e.status = 'pending'")): Sql {
  const { dialect, tables } = database;
  const { executions } = tables;
  // By another index, each candidate would be compared with all that waits in the queue, or with the whole history of its job. The ids are
  // compared so that PostgreSQL does not read all executions first to make a table of the jobs that run.
  const byJob = raw(dialect.byIndex(`${tables.prefix}executions_unfinished`));
  const runs = sql`SELECT 1 FROM ${executions} r ${byJob} WHERE r.job_id = e.exclusive_job AND ${raw(dialect.runsOfJob('r.status'))} AND r.id <> e.id`;
  const precedes = raw(
    '(p.priority < e.priority OR (p.priority = e.priority AND (p.available_at < e.available_at OR (p.available_at = e.available_at AND p.id < e.id))))',
  );
  const waits = sql`SELECT 1 FROM ${executions} p ${byJob} WHERE p.job_id = e.exclusive_job AND ${raw(dialect.waitsOfJob('p.status'))} AND p.queue = e.queue AND p.exclusive_job IS NOT NULL AND p.available_at <= ${database.now} AND ${precedes}`;
  return sql`${isWaiting} AND e.available_at <= ${database.now} AND (e.exclusive_job IS NULL OR (NOT EXISTS (${runs}) AND NOT EXISTS (${waits})))`;
}

/** A condition: the queue is not paused and has no limits. */
export function isOpen({ tables }: Database, queue: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM ${tables.queues} q WHERE q.name = ${queue} AND (q.paused = 1 OR q.limited = 1 OR q.global_limit IS NOT NULL))`;
}

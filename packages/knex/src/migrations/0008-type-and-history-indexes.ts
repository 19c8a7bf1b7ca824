import type { Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const TYPES = 'queue, type, priority, available_at';
const BEGAN = 'COALESCE(started_at, scheduled_at)';

/**
 * An index of what waits by type, so that a node finds what it has a handler for behind any number of executions that others must run; and
 * one for the history of a job, in the order in which it is shown.
 */
export function typeAndHistoryIndexes0008(
  dialect: Dialect,
  full: (name: string) => string,
  prefix: string,
): Step {
  const executions = full('executions');
  const [types, history] = [`${prefix}executions_types`, `${prefix}executions_history`];
  if (dialect.name === 'mysql')
    return {
      up: [
        `ALTER TABLE ${executions} ADD INDEX ${types} (status, ${TYPES})`,
        // MariaDB has no indexes on expressions.
        `ALTER TABLE ${executions} ADD COLUMN began_at bigint AS (${BEGAN}) VIRTUAL`,
        `ALTER TABLE ${executions} ADD INDEX ${history} (job_id, began_at, id)`,
      ],
      down: [
        `ALTER TABLE ${executions} DROP INDEX ${history}`,
        `ALTER TABLE ${executions} DROP COLUMN began_at`,
        `ALTER TABLE ${executions} DROP INDEX ${types}`,
      ],
    };
  const named = (index: string) => executions.replace(/[^.]*$/, index);
  return {
    up: [
      `CREATE INDEX IF NOT EXISTS ${types} ON ${executions} (${TYPES}) WHERE ${dialect.waitsByType('status')}`,
      `CREATE INDEX IF NOT EXISTS ${history} ON ${executions} (job_id, (${BEGAN}), id) WHERE job_id IS NOT NULL`,
    ],
    down: [`DROP INDEX IF EXISTS ${named(history)}`, `DROP INDEX IF EXISTS ${named(types)}`],
  };
}

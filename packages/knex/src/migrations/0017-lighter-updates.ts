import type { Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const BEGAN = '(COALESCE(started_at, scheduled_at))';

/**
 * Less to write for each claim and settlement on PostgreSQL, which stores a row anew for every change of it.
 *
 * - Half of each page of executions is left for the next versions of its rows. A version on the same page needs no further record in the log,
 *   which then holds only what differs, and new executions are not spread over the holes that old ones have left.
 *   Half of each page of jobs is left as well: counters are in no index, so that counting an execution changes no index at all.
 * - The indexes of the lists leave out what runs, so that a claim does not write to them. What runs is little, and found by the index of leases.
 *
 * The other databases change rows where they are.
 */
export function lighterUpdates0017(dialect: Dialect, full: (name: string) => string, prefix: string): Step {
  if (dialect.name !== 'postgres') return { up: [], down: [] };
  const [executions, jobs] = [full('executions'), full('jobs')];
  const named = (index: string) => executions.replace(/[^.]*$/, `${prefix}executions_${index}`);
  const created = (index: string, columns: string, where: string) =>
    `CREATE INDEX IF NOT EXISTS ${prefix}executions_${index} ON ${executions} (${columns}, id)${where}`;
  const dropped = (index: string) => `DROP INDEX IF EXISTS ${named(index)}`;
  return {
    up: [
      `ALTER TABLE ${executions} SET (fillfactor = 50)`,
      `ALTER TABLE ${jobs} SET (fillfactor = 50)`,
      created('listed', BEGAN, " WHERE status <> 'running'"),
      created('listed_of_tenant', `tenant, ${BEGAN}`, " WHERE status <> 'running' AND tenant <> ''"),
      dropped('began'),
      dropped('of_tenant'),
    ],
    down: [
      created('of_tenant', `tenant, ${BEGAN}`, " WHERE tenant <> ''"),
      created('began', BEGAN, ''),
      dropped('listed_of_tenant'),
      dropped('listed'),
      `ALTER TABLE ${jobs} RESET (fillfactor)`,
      `ALTER TABLE ${executions} RESET (fillfactor)`,
    ],
  };
}

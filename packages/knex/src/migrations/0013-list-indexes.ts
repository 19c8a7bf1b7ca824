import type { Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const BEGAN = 'COALESCE(started_at, scheduled_at)';

/**
 * Indexes in the order in which executions are listed, of all of them and of those of a tenant, so that a page costs the same however many
 * there are. Without tenants the second one is empty.
 */
export function listIndexes0013(dialect: Dialect, full: (name: string) => string, prefix: string): Step {
  const executions = full('executions');
  const [all, own] = [`${prefix}executions_began`, `${prefix}executions_of_tenant`];
  if (dialect.name === 'mysql')
    return {
      up: [
        `ALTER TABLE ${executions} ADD INDEX ${all} (began_at, id)`,
        `ALTER TABLE ${executions} ADD INDEX ${own} (tenant, began_at, id)`,
      ],
      down: [`ALTER TABLE ${executions} DROP INDEX ${own}`, `ALTER TABLE ${executions} DROP INDEX ${all}`],
    };
  const named = (index: string) => executions.replace(/[^.]*$/, index);
  return {
    up: [
      `CREATE INDEX IF NOT EXISTS ${all} ON ${executions} ((${BEGAN}), id)`,
      `CREATE INDEX IF NOT EXISTS ${own} ON ${executions} (tenant, (${BEGAN}), id) WHERE tenant <> ''`,
    ],
    down: [`DROP INDEX IF EXISTS ${named(own)}`, `DROP INDEX IF EXISTS ${named(all)}`],
  };
}

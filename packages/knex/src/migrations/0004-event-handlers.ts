import type { ColumnTypes, Dialect, TableShape } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** The event handlers, and how often they succeeded and failed. */
const eventHandlers = ({ key, word, text, int, small }: ColumnTypes): TableShape => ({
  name: 'event_handlers',
  columns: [
    `id ${key} NOT NULL`,
    `tenant ${key} NOT NULL`,
    `event_name ${key} NOT NULL`,
    `name ${key} NOT NULL`,
    `handler_type ${word} NOT NULL`,
    `action ${text}`,
    `priority ${small} NOT NULL`,
    `enabled ${small} NOT NULL`,
    `trigger_count ${int} NOT NULL`,
    `success_count ${int} NOT NULL`,
    `failure_count ${int} NOT NULL`,
    `last_triggered_at ${int}`,
    `last_error ${text}`,
    `created_at ${int} NOT NULL`,
    `updated_at ${int} NOT NULL`,
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'event_handlers_name', columns: ['event_name', 'name', 'tenant'], unique: true, where: null },
  ],
});

/** Event handlers, and an index that finds the jobs that wait for an event. */
export function eventHandlers0004(dialect: Dialect, full: (name: string) => string, prefix: string): Step {
  const table = eventHandlers(dialect.types);
  const [jobs, index] = [full('jobs'), `${prefix}jobs_event`];
  const schema = jobs.includes('.') ? (jobs.split('.')[0] ?? null) : null;
  const create = dialect.create(table, prefix, schema);
  const drop = `DROP TABLE IF EXISTS ${full(table.name)}`;
  if (dialect.name === 'mysql')
    return {
      up: [...create, `ALTER TABLE ${jobs} ADD INDEX ${index} (trigger_kind, trigger_spec(255))`],
      down: [`ALTER TABLE ${jobs} DROP INDEX ${index}`, drop],
    };
  return {
    up: [
      ...create,
      `CREATE INDEX IF NOT EXISTS ${index} ON ${jobs} (trigger_spec) WHERE trigger_kind = 'event'`,
    ],
    down: [`DROP INDEX IF EXISTS ${jobs.replace(/[^.]*$/, index)}`, drop],
  };
}

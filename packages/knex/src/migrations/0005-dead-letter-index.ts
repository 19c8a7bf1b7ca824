import type { Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** An index for dead letters, which are few among many executions, so that counting them does not read the others. */
export function deadLetterIndex0005(dialect: Dialect, full: (name: string) => string, prefix: string): Step {
  const [executions, index] = [full('executions'), `${prefix}executions_dead`];
  const columns = '(dead_letter_queue, dead_letter_at)';
  if (dialect.name === 'mysql')
    return {
      up: [`ALTER TABLE ${executions} ADD INDEX ${index} ${columns}`],
      down: [`ALTER TABLE ${executions} DROP INDEX ${index}`],
    };
  return {
    up: [
      `CREATE INDEX IF NOT EXISTS ${index} ON ${executions} ${columns} WHERE dead_letter_queue IS NOT NULL`,
    ],
    down: [`DROP INDEX IF EXISTS ${executions.replace(/[^.]*$/, index)}`],
  };
}

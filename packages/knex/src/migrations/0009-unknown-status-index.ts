import type { Dialect } from '../dialects/dialect.js';
import { hasUnknownStatus } from '../rows/known-statuses.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/**
 * An index of rows whose status no version has written. It is empty, and lets a corrupt row be found without reading the others. On MySQL the
 * index of what waits begins with the status, and serves for it.
 */
export function unknownStatusIndex0009(
  dialect: Dialect,
  full: (name: string) => string,
  prefix: string,
): Step {
  if (dialect.name === 'mysql') return { up: [], down: [] };
  const [executions, index] = [full('executions'), `${prefix}executions_unknown`];
  return {
    up: [`CREATE INDEX IF NOT EXISTS ${index} ON ${executions} (id) WHERE ${hasUnknownStatus(dialect)}`],
    down: [`DROP INDEX IF EXISTS ${executions.replace(/[^.]*$/, index)}`],
  };
}

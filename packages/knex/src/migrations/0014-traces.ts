import type { Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

const TRACED = ['jobs', 'executions', 'workflow_runs'];

/** The context of a distributed trace in which something was made. Where nothing is traced, the column is null and takes no space. */
export function traces0014(dialect: Dialect, full: (name: string) => string): Step {
  const ifMissing = dialect.name === 'postgres' ? 'IF NOT EXISTS ' : '';
  return {
    up: TRACED.map(
      (table) => `ALTER TABLE ${full(table)} ADD COLUMN ${ifMissing}trace ${dialect.types.text}`,
    ),
    down: TRACED.map((table) => `ALTER TABLE ${full(table)} DROP COLUMN trace`),
  };
}

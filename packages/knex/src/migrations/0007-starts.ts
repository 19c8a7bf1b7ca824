import type { ColumnTypes, Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** Executions that run when this is applied count as started, and what waits was never lost before its start. */
const columns = ({ small, int }: ColumnTypes) => [
  `unstarted ${small} NOT NULL DEFAULT 0`,
  `unstarted_rescues ${int} NOT NULL DEFAULT 0`,
];

/** Whether the start of a claimed execution is still to be confirmed, and how often a node was lost before it was. */
export function starts0007(dialect: Dialect, full: (name: string) => string): Step {
  const executions = full('executions');
  const added = columns(dialect.types);
  const names = added.map((column) => column.split(' ')[0] ?? '');
  if (dialect.name === 'mysql')
    return {
      up: [`ALTER TABLE ${executions} ${added.map((column) => `ADD COLUMN ${column}`).join(', ')}`],
      down: [`ALTER TABLE ${executions} ${names.map((name) => `DROP COLUMN ${name}`).join(', ')}`],
    };
  const ifMissing = dialect.name === 'postgres' ? 'IF NOT EXISTS ' : '';
  return {
    up: added.map((column) => `ALTER TABLE ${executions} ADD COLUMN ${ifMissing}${column}`),
    down: names.map((name) => `ALTER TABLE ${executions} DROP COLUMN ${name}`),
  };
}

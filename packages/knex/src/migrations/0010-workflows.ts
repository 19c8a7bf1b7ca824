import type { ColumnTypes, Dialect, TableShape } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

type Shape = (types: ColumnTypes) => TableShape;

const index = (name: string, columns: readonly string[], where: string | null = null) => ({
  name,
  columns,
  unique: false,
  where,
});

/** The graphs that runs are pinned to, by their hash. */
const graphs: Shape = ({ key, text, int }) => ({
  name: 'workflow_graphs',
  columns: [
    `hash ${key} NOT NULL`,
    `name ${key} NOT NULL`,
    `graph ${text} NOT NULL`,
    `used_at ${int} NOT NULL`,
  ],
  primaryKey: ['hash'],
  indexes: [],
});

/**
 * A run is one row. Each step that ends writes its `state` and `revision`, on which there is no index, so that PostgreSQL updates the row in
 * place; only a run that changes its status changes entries of indexes.
 */
const runs: Shape = ({ key, word, text, int }) => ({
  name: 'workflow_runs',
  columns: [
    `id ${key} NOT NULL`,
    `name ${key} NOT NULL`,
    `graph_hash ${key} NOT NULL`,
    `tenant ${key} NOT NULL`,
    `status ${word} NOT NULL`,
    `root_id ${key} NOT NULL`,
    `parent_id ${key}`,
    `parent_step ${key}`,
    `input ${text} NOT NULL`,
    `attributes ${text} NOT NULL`,
    `state ${text} NOT NULL`,
    `revision ${int} NOT NULL`,
    `deadline_at ${int}`,
    `created_at ${int} NOT NULL`,
    `ended_at ${int}`,
  ],
  primaryKey: ['id'],
  indexes: [
    index('workflow_runs_created', ['created_at', 'id']),
    index('workflow_runs_tenant', ['tenant', 'created_at', 'id']),
    index('workflow_runs_name', ['name', 'status', 'created_at', 'id']),
    index('workflow_runs_graph', ['graph_hash']),
    index('workflow_runs_parent', ['parent_id', 'created_at'], 'parent_id IS NOT NULL'),
    index('workflow_runs_root', ['root_id'], 'parent_id IS NOT NULL'),
    index('workflow_runs_ended', ['ended_at'], 'ended_at IS NOT NULL AND parent_id IS NULL'),
  ],
});

/** The attributes of runs by a digest of name and value, which may be longer than what an index of MySQL can hold. */
const attributes: Shape = ({ key }) => ({
  name: 'workflow_attributes',
  columns: [`pair ${key} NOT NULL`, `run_id ${key} NOT NULL`],
  primaryKey: ['pair', 'run_id'],
  indexes: [index('workflow_attributes_run', ['run_id'])],
});

/** Executions of runs that ended where their runs could not be advanced: in transactions of callers. */
const arrivals: Shape = ({ key }) => ({
  name: 'workflow_arrivals',
  columns: [`execution_id ${key} NOT NULL`],
  primaryKey: ['execution_id'],
  indexes: [],
});

/**
 * Runs of workflows, and a mark of the executions that belong to them. These are deleted with their runs, so that the index by which ended
 * executions are found begins with the mark: the deletion of the others reads none of them.
 */
export function workflows0010(
  dialect: Dialect,
  full: (name: string) => string,
  { prefix, schema }: { readonly prefix: string; readonly schema: string | null },
): Step {
  const shapes = [graphs, runs, attributes, arrivals].map((shape) => shape(dialect.types));
  const marks = markOfExecutions(dialect, full('executions'), prefix);
  // Space beside each row for its next version. A run is written once for each of its steps.
  const spaced =
    dialect.name === 'postgres' ? [`ALTER TABLE ${full('workflow_runs')} SET (fillfactor = 70)`] : [];
  return {
    up: [...shapes.flatMap((shape) => dialect.create(shape, prefix, schema)), ...spaced, ...marks.up],
    down: [...marks.down, ...shapes.map(({ name }) => `DROP TABLE IF EXISTS ${full(name)}`).reverse()],
  };
}

function markOfExecutions(dialect: Dialect, executions: string, prefix: string): Step {
  const ended = `${prefix}executions_ended`;
  const column = `in_workflow ${dialect.types.small} NOT NULL DEFAULT 0`;
  if (dialect.name === 'mysql')
    return {
      up: [
        `ALTER TABLE ${executions} ADD COLUMN ${column}`,
        `ALTER TABLE ${executions} DROP INDEX ${ended}, ADD INDEX ${ended} (in_workflow, finished_at)`,
      ],
      down: [
        `ALTER TABLE ${executions} DROP INDEX ${ended}, ADD INDEX ${ended} (finished_at)`,
        `ALTER TABLE ${executions} DROP COLUMN in_workflow`,
      ],
    };
  const dropped = `DROP INDEX IF EXISTS ${executions.replace(/[^.]*$/, ended)}`;
  const created = (columns: string) =>
    `CREATE INDEX IF NOT EXISTS ${ended} ON ${executions} (${columns}) WHERE finished_at IS NOT NULL`;
  const ifMissing = dialect.name === 'postgres' ? 'IF NOT EXISTS ' : '';
  return {
    up: [
      `ALTER TABLE ${executions} ADD COLUMN ${ifMissing}${column}`,
      dropped,
      created('in_workflow, finished_at'),
    ],
    down: [dropped, `ALTER TABLE ${executions} DROP COLUMN in_workflow`, created('finished_at')],
  };
}

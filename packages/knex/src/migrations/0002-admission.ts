import type { ColumnTypes, Dialect } from '../dialects/dialect.js';

interface Step {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** The full name of a table. */
type Full = (name: string) => string;

const executionColumns = ({ key, int, text }: ColumnTypes) => [
  `unique_key ${key}`,
  `unique_states ${text}`,
  `unique_until ${int}`,
  `job_limit ${int}`,
  `limit_key ${key}`,
  `key_limit ${int}`,
];
const queueColumns = ({ int, small }: ColumnTypes) => [
  `global_limit ${int}`,
  `limited ${small} NOT NULL DEFAULT 0`,
];

/** Unique keys of executions, concurrency limits of jobs and keys, and limits of queues over all nodes. */
export function admission0002(dialect: Dialect, full: Full, prefix: string): Step {
  const [executions, queues] = [full('executions'), full('queues')];
  const index = `${prefix}executions_unique`;
  if (dialect.name === 'mysql') return mysqlStep(dialect.types, { executions, queues, index });
  const contains = dialect.name === 'postgres' ? 'strpos' : 'instr';
  const holds = `unique_key IS NOT NULL AND (status IN ('pending', 'running') OR ${contains}(unique_states, status) > 0)`;
  const ifMissing = dialect.name === 'postgres' ? 'IF NOT EXISTS ' : '';
  const tables = [
    [executions, executionColumns(dialect.types)],
    [queues, queueColumns(dialect.types)],
  ] as const;
  const indexName = executions.replace(/[^.]*$/, index);
  return {
    up: [
      ...tables.flatMap(([table, columns]) =>
        columns.map((column) => `ALTER TABLE ${table} ADD COLUMN ${ifMissing}${column}`),
      ),
      `CREATE UNIQUE INDEX IF NOT EXISTS ${index} ON ${executions} (unique_key) WHERE ${holds}`,
    ],
    down: [
      `DROP INDEX IF EXISTS ${indexName}`,
      ...tables.flatMap(([table, columns]) =>
        columns.map((column) => `ALTER TABLE ${table} DROP COLUMN ${column.split(' ')[0] ?? ''}`),
      ),
    ],
  };
}

interface Names {
  readonly executions: string;
  readonly queues: string;
  readonly index: string;
}

/**
 * MySQL has no transactions around DDL, so that each table is changed by one statement, which is applied or not. It has no partial
 * indexes either: the unique index is built on a generated column that is null where a row occupies no unique key.
 */
function mysqlStep(types: ColumnTypes, { executions, queues, index }: Names): Step {
  const holds =
    "unique_key IS NOT NULL AND (status IN ('pending', 'running') OR LOCATE(status, unique_states) > 0)";
  const guard = `unique_guard varchar(255) AS (IF(${holds}, unique_key, NULL)) STORED`;
  const add = (columns: readonly string[]) => columns.map((column) => `ADD COLUMN ${column}`);
  const drop = (columns: readonly string[]) =>
    columns.map((column) => `DROP COLUMN ${column.split(' ')[0] ?? ''}`);
  const alter = (table: string, parts: readonly string[]) => `ALTER TABLE ${table} ${parts.join(', ')}`;
  return {
    up: [
      alter(executions, [
        ...add([...executionColumns(types), guard]),
        `ADD UNIQUE INDEX ${index} (unique_guard)`,
      ]),
      alter(queues, add(queueColumns(types))),
    ],
    down: [
      alter(executions, [
        `DROP INDEX ${index}`,
        'DROP COLUMN unique_guard',
        ...drop(executionColumns(types)),
      ]),
      alter(queues, drop(queueColumns(types))),
    ],
  };
}

import { list, raw, type Sql, sql } from '../sql/sql.js';
import { rowsAsJson, type SourceColumn } from '../sql/source.js';
import type { Dialect, Duplicate, IndexShape, TableShape, ErrorKind } from './dialect.js';
import { codeOf, connectionProblem, messageOf } from './error-text.js';
import { unionCandidates, unionCandidatesOfTypes } from './union-candidates.js';

const JSON_TYPE = { text: 'LONGTEXT', int: 'BIGINT' } as const;

function source(columns: readonly SourceColumn[]): Sql {
  const reads = columns
    .map(({ name, type }, index) => `${name} ${JSON_TYPE[type]} PATH '$[${index}]'`)
    .join(', ');
  return sql`JSON_TABLE(${rowsAsJson(columns)}, '$[*]' COLUMNS (${raw(reads)})) AS s`;
}

const DUPLICATES: readonly (readonly [RegExp, Duplicate])[] = [
  [/PRIMARY'?$/, 'id'],
  [/_live_name'?$/, 'name'],
  [/_occurrence'?$/, 'occurrence'],
  [/_exclusive'?$/, 'exclusive'],
  [/_unique'?$/, 'unique'],
];

function duplicate(error: unknown): Duplicate | null {
  if (codeOf(error) !== 'ER_DUP_ENTRY') return null;
  return DUPLICATES.find(([pattern]) => pattern.test(messageOf(error)))?.[1] ?? 'other';
}

const ERROR_KINDS: Readonly<Record<string, ErrorKind>> = {
  ER_LOCK_DEADLOCK: 'contention',
  ER_LOCK_WAIT_TIMEOUT: 'contention',
  ER_CHECKREAD: 'contention',
  ER_ACCESS_DENIED_ERROR: 'password',
  ER_DBACCESS_DENIED_ERROR: 'password',
  ER_BAD_DB_ERROR: 'no_database',
  ER_NO_SUCH_TABLE: 'no_tables',
  ER_OPTION_PREVENTS_STATEMENT: 'read_only',
  ER_RECORD_FILE_FULL: 'disk_full',
  ER_DISK_FULL: 'disk_full',
  ER_SERVER_SHUTDOWN: 'connection',
  ER_CON_COUNT_ERROR: 'connection',
  ER_CONNECTION_KILLED: 'connection',
  ER_CLIENT_INTERACTION_TIMEOUT: 'connection',
};

function errorKind(error: unknown): ErrorKind {
  return ERROR_KINDS[codeOf(error)] ?? connectionProblem(error) ?? 'other';
}

/** A column or index to be added exists, or one to be dropped does not. */
const DONE_ALREADY: ReadonlySet<string> = new Set([
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_CANT_DROP_FIELD_OR_KEY',
]);

const ONE_STATUS = /^status = '\w+'/;

/**
 * MySQL has no partial indexes. An index for one status gets the status as its first column; a unique one is built on a generated column
 * that is null for every other status.
 */
function indexOf({ name, columns, unique, where }: IndexShape, prefix: string): readonly string[] {
  const title = `${unique ? 'UNIQUE ' : ''}INDEX ${prefix}${name}`;
  const status = where?.match(ONE_STATUS)?.[0];
  if (status === undefined) return [`${title} (${columns.join(', ')})`];
  if (!unique) return [`${title} (status, ${columns.join(', ')})`];
  const guarded = `${columns.join('_')}_guard`;
  return [
    `${guarded} varchar(255) AS (IF(${status}, ${columns.join(', ')}, NULL)) STORED`,
    `${title} (${guarded})`,
  ];
}

function create(table: TableShape, prefix: string): readonly string[] {
  const parts = [
    ...table.columns,
    `PRIMARY KEY (${table.primaryKey.join(', ')})`,
    ...table.indexes.flatMap((index) => indexOf(index, prefix)),
  ];
  return [
    `CREATE TABLE IF NOT EXISTS ${prefix}${table.name} (\n  ${parts.join(',\n  ')}\n) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin`,
  ];
}

export const mysql: Dialect = {
  name: 'mysql',
  now: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
  returning: false,
  returningPrefix: '',
  byPrimaryKey: 'FORCE INDEX (PRIMARY)',
  byIndex: (name) => `FORCE INDEX (${name})`,
  runsOfJob: (status) => `${status} IN ('pending', 'running') AND ${status} = 'running'`,
  waitsOfJob: (status) => `${status} IN ('pending', 'running') AND ${status} = 'pending'`,
  waitsByType: (status) => `${status} = 'pending'`,
  unindexed: (column) => column,
  writableCte: false,
  updatesByJoin: true,
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  lock: 'FOR UPDATE',
  types: {
    key: 'varchar(255)',
    word: 'varchar(64)',
    text: 'longtext',
    int: 'bigint',
    small: 'smallint',
    serial: 'bigint AUTO_INCREMENT',
  },
  source,
  typed: (value) => sql`${value}`,
  isAnyOf: (column, values) => sql`${column} IN ${list(values)}`,
  contains: (column, text) => sql`LOCATE(${text}, ${column}) > 0`,
  holdsUniqueKey: (keys) => sql`unique_guard IN ${list(keys)}`,
  candidates: unionCandidates,
  candidatesOfTypes: unionCandidatesOfTypes,
  beganAt: (alias) => `${alias}.began_at`,
  listsRunningApart: false,
  ifMissing: ({ text }, key) => {
    const [first = key] = key.split(', ');
    return raw(` ON DUPLICATE KEY UPDATE ${first} = ${text}.${first}`);
  },
  create,
  preparesByName: false,
  beginWrite: null,
  // CREATE TABLE commits the transaction, which would release row locks.
  migrationLock: {
    take: "SELECT GET_LOCK('scheduler_migration', 30)",
    release: "SELECT RELEASE_LOCK('scheduler_migration')",
  },
  migrationSession: [],
  // OPTIMIZE rebuilds an InnoDB table, and analyzes it too; ANALYZE alone is for engines that do not.
  upkeep: (tables) => [`OPTIMIZE TABLE ${tables.join(', ')}`, `ANALYZE TABLE ${tables.join(', ')}`],
  statementTimeout: null,
  session: [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    'SET SESSION innodb_lock_wait_timeout = 5',
    // Locks of a client that has disappeared must be released. MySQL has no timeout for idle transactions, only for idle connections;
    // that one is longer than connections stay idle in the pool.
    'SET SESSION /*M! idle_transaction_timeout = 10, */ wait_timeout = 75',
    "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'",
  ],
  duplicate,
  errorKind,
  isDoneAlready: (error) => DONE_ALREADY.has(codeOf(error)),
};

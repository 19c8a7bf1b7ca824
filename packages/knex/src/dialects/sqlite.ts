import { list, raw, type Sql, sql } from '../sql/sql.js';
import { rowsAsJson, type SourceColumn } from '../sql/source.js';
import { createTable } from './create-table.js';
import type { Dialect, Duplicate, TableShape, ErrorKind } from './dialect.js';
import { codeOf, messageOf } from './error-text.js';
import { unionCandidates, unionCandidatesOfTypes } from './union-candidates.js';

function source(columns: readonly SourceColumn[]): Sql {
  const reads = columns.map(({ name }, index) => `value ->> ${index} AS ${name}`).join(', ');
  return sql`(SELECT ${raw(reads)} FROM json_each(${rowsAsJson(columns)})) AS s`;
}

const DUPLICATES: readonly (readonly [RegExp, Duplicate])[] = [
  [/\.live_name\b/, 'name'],
  [/\.occurrence_at\b/, 'occurrence'],
  [/\.exclusive_job\b/, 'exclusive'],
  [/\.unique_key\b/, 'unique'],
  [/\.id\b/, 'id'],
];

function duplicate(error: unknown): Duplicate | null {
  const message = messageOf(error);
  if (!/UNIQUE constraint failed/.test(message)) return null;
  return DUPLICATES.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
}

/** The result codes of SQLite, which drivers return by number or by name. */
const ERROR_KINDS: readonly (readonly [RegExp, ErrorKind])[] = [
  [/^(5|261|517|6|262|SQLITE_BUSY\w*|SQLITE_LOCKED\w*)$/, 'contention'],
  [/^(8|SQLITE_READONLY\w*)$/, 'read_only'],
  [/^(13|SQLITE_FULL)$/, 'disk_full'],
  [/^(14|SQLITE_CANTOPEN\w*)$/, 'no_database'],
  // Errors of the folder of the file.
  [/^(ENOTDIR|EEXIST|ENOENT|EISDIR|EACCES|EPERM)$/, 'no_database'],
  [/^EROFS$/, 'read_only'],
];

const ERROR_KINDS_BY_TEXT: readonly (readonly [RegExp, ErrorKind])[] = [
  [/database (table )?is (locked|busy)|SQLITE_BUSY/i, 'contention'],
  [/readonly database/i, 'read_only'],
  [/database or disk is full|disk I\/O error/i, 'disk_full'],
  [/unable to open database/i, 'no_database'],
  [/no such table/i, 'no_tables'],
];

function errorKind(error: unknown): ErrorKind {
  const byCode = ERROR_KINDS.find(([pattern]) => pattern.test(codeOf(error)))?.[1];
  const byText = ERROR_KINDS_BY_TEXT.find(([pattern]) => pattern.test(messageOf(error)))?.[1];
  return byText ?? byCode ?? 'other';
}

export const sqlite: Dialect = {
  name: 'sqlite',
  now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  returning: true,
  returningPrefix: '',
  byPrimaryKey: '',
  byIndex: (name) => `INDEXED BY ${name}`,
  runsOfJob: (status) => `${status} IN ('pending', 'running') AND ${status} = 'running'`,
  waitsOfJob: (status) => `${status} IN ('pending', 'running') AND ${status} = 'pending'`,
  waitsByType: (status) => `${status} = 'pending'`,
  unindexed: (column) => `+${column}`,
  writableCte: false,
  updatesByJoin: false,
  // A writer locks the whole file.
  skipLocked: '',
  lock: '',
  types: {
    key: 'text',
    word: 'text',
    text: 'text',
    int: 'integer',
    small: 'integer',
    serial: 'integer',
  },
  source,
  typed: (value) => sql`${value}`,
  // One value for any number of them, so that the statement is prepared once.
  isAnyOf: (column, values) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
  holdsUniqueKey: (keys) =>
    sql`unique_key IN ${list(keys)} AND unique_key IS NOT NULL AND (status IN ('pending', 'running') OR instr(unique_states, status) > 0)`,
  candidates: unionCandidates,
  candidatesOfTypes: unionCandidatesOfTypes,
  beganAt: (alias) => `COALESCE(${alias}.started_at, ${alias}.scheduled_at)`,
  listsRunningApart: false,
  // Without the condition, ON would be read as part of a join.
  ifMissing: (_table, key) => raw(` WHERE true ON CONFLICT (${key}) DO NOTHING`),
  create: (table: TableShape, prefix) => createTable(table, { prefix, schema: null }),
  preparesByName: false,
  // A transaction that reads first fails when it writes after another process has written. So each one begins with a write.
  beginWrite: (locks) => sql`UPDATE ${locks} SET epoch = epoch WHERE name = ''`,
  migrationLock: null,
  migrationSession: [],
  // VACUUM rewrites the whole file, which is the only way to make it smaller.
  upkeep: (tables) => ['VACUUM', ...tables.map((table) => `ANALYZE ${table}`)],
  statementTimeout: null,
  session: [
    'PRAGMA journal_mode = WAL',
    'PRAGMA synchronous = NORMAL',
    // This wait blocks the event loop, so it is short; `retryOnContention` waits for the rest without blocking.
    'PRAGMA busy_timeout = 50',
    'PRAGMA foreign_keys = OFF',
    // A cache of 32 MB and temporary tables in memory, since a batch touches thousands of pages.
    'PRAGMA cache_size = -32000',
    'PRAGMA temp_store = MEMORY',
  ],
  duplicate,
  errorKind,
  isDoneAlready: () => false,
};

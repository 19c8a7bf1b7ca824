import type { ColumnType, SourceColumn } from '../sql/source.js';
import type { Binding, Sql } from '../sql/sql.js';

/** Which unique index refused a row. */
export type Duplicate = 'id' | 'name' | 'occurrence' | 'exclusive' | 'unique' | 'other';

/** The kinds of driver errors that are treated differently. */
export type ErrorKind =
  /** Nothing was written, and a repetition may succeed at once: a deadlock, a lock timeout, a locked file. */
  | 'contention'
  /** The connection was lost. Whether the statement was applied is not known. */
  | 'connection'
  /** Nothing listens at the address of the server. */
  | 'refused'
  /** The name of the server's host is not known. */
  | 'unknown_host'
  | 'password'
  | 'no_database'
  | 'no_tables'
  | 'read_only'
  | 'disk_full'
  | 'other';

/** A table of the schema, without its prefix. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexShape[];
}

export interface IndexShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** The condition of a partial index. Null: it covers all rows. */
  readonly where: string | null;
}

/** The types of the columns of the schema. */
export interface ColumnTypes {
  /** For ids and names, short enough for an index. */
  readonly key: string;
  /** For names of queues and statuses. */
  readonly word: string;
  /** For text of any length. */
  readonly text: string;
  /** For whole numbers and for instants in milliseconds. */
  readonly int: string;
  readonly small: string;
  /** For numbers that the database assigns in ascending order. */
  readonly serial: string;
}

/** What differs between databases. Everything else is written once for all of them. */
export interface Dialect {
  /** The name in messages and in the configuration. */
  readonly name: 'postgres' | 'mysql' | 'sqlite';
  /** An expression for the time of the database in milliseconds since 1970. */
  readonly now: string;
  /** Whether UPDATE supports RETURNING. */
  readonly returning: boolean;
  /** The prefix of columns of the updated table t in RETURNING, where they would be ambiguous without it. */
  readonly returningPrefix: string;
  /** The hint after a table whose rows are locked by their ids. By another index, neighbouring rows would be locked too. */
  readonly byPrimaryKey: string;
  /**
   * The hint after a table that makes the database read it by this index. Empty: there are no hints. For the few statements whose plan would
   * otherwise depend on statistics, and then become slow with the number of rows.
   */
  byIndex(name: string): string;
  /** A condition on the status column: the execution runs. It must be answered by the index of what is unfinished of a job. */
  runsOfJob(status: string): string;
  /** A condition on the status column: the execution waits. It must be answered by the index of what is unfinished of a job. */
  waitsOfJob(status: string): string;
  /** A condition on the status column, and that of the index of what waits by type: the execution waits. */
  waitsByType(status: string): string;
  /** A text column in a condition for which no index is to be used. */
  unindexed(column: string): string;
  /** Whether a WITH clause can contain INSERT or UPDATE, so that a step over two tables is one statement. */
  readonly writableCte: boolean;
  /** Whether an UPDATE reads its values by JOIN instead of FROM. */
  readonly updatesByJoin: boolean;
  /** Appended to a SELECT: locks its rows and skips those that others have locked. Empty: the database has no row locks. */
  readonly skipLocked: string;
  /** Appended to a SELECT: locks its rows and waits for those that others have locked. */
  readonly lock: string;
  readonly types: ColumnTypes;

  /** Bound rows as a table with the alias s. */
  source(columns: readonly SourceColumn[]): Sql;
  /** A condition: the column has one of many values. */
  isAnyOf(column: Sql, values: readonly string[]): Sql;
  /** A bound value whose type the database could not guess. */
  typed(value: Binding, type: ColumnType): Sql;
  /** A condition: the column contains the text. */
  contains(column: Sql, text: string): Sql;
  /** A condition that can use the unique index: the execution occupies one of the unique keys. */
  holdsUniqueKey(keys: readonly string[]): Sql;
  /** The ids of the first `limit` rows, most urgent first, read from the index of each priority. */
  candidates(request: CandidateRequest): Sql;
  /** The same for some types and priorities only. */
  candidatesOfTypes(request: TypedCandidateRequest): Sql;
  /** An expression that an index has: when an execution started, or when it was scheduled if it has not started. */
  beganAt(alias: string): string;
  /** Whether the indexes of the lists leave out what runs, because each change of a row is written to all of its indexes. */
  readonly listsRunningApart: boolean;
  /** Appended to an INSERT from bound rows: a row whose key exists already is left as it is. */
  ifMissing(table: Sql, key: string): Sql;
  /** Statements that create a table with its indexes, if it is missing. */
  create(table: TableShape, prefix: string, schema: string | null): readonly string[];
  /** The first statement of every transaction. Null: none. */
  readonly beginWrite: ((locks: Sql) => Sql) | null;
  /** The lock that lets only one migration run at a time. Null: the transaction itself does. */
  readonly migrationLock: MigrationLock | null;
  /** The first statements in the transaction of a migration, so that creating an index may take long. */
  readonly migrationSession: readonly string[];
  /** Whether connections keep prepared statements by name. */
  readonly preparesByName: boolean;
  /** Statements that are run once on each new connection. */
  readonly session: readonly string[];
  /** The statements that give space back and refresh the statistics of the planner. None of them may run in a transaction. */
  upkeep(tables: readonly string[]): readonly string[];
  /** How a connection lifts the timeout of its statements, and restores what it was. Null: it has none. */
  readonly statementTimeout: {
    readonly read: string;
    readonly lift: string;
    readonly restore: string;
  } | null;

  /** Null: no unique index was violated. */
  duplicate(error: unknown): Duplicate | null;
  errorKind(error: unknown): ErrorKind;
  /** Whether a statement of a migration failed only because it had been run before. */
  isDoneAlready(error: unknown): boolean;
}

export interface MigrationLock {
  readonly take: string;
  /** Null: the lock is released at the end of its transaction. */
  readonly release: string | null;
}

export interface CandidateRequest {
  readonly table: Sql;
  /** The condition for a row, besides its priority. The alias of the table is e. */
  readonly where: Sql;
  readonly limit: number;
}

export interface TypedCandidateRequest extends CandidateRequest {
  /** Not empty. */
  readonly pairs: readonly { readonly type: string; readonly priority: number }[];
  /** The hint for the index of what waits by type. */
  readonly byType: Sql;
}

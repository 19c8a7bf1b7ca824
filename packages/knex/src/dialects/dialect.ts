import type { ColumnType, SourceColumn } from '../sql/source.js';
import type { Binding, Sql } from '../sql/sql.js';

/** What a unique index refused. */
export type Duplicate = 'id' | 'name' | 'occurrence' | 'exclusive' | 'unique' | 'other';

/** What went wrong between us and the database, as far as it matters to us. */
export type ErrorKind =
  /** Nothing was written, and the same may succeed at once: a deadlock, a lock that took too long, a busy file. */
  | 'contention'
  /** Whether it was written is not known. */
  | 'connection'
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
  /** Only rows for which it holds. Null: all. */
  readonly where: string | null;
}

/** The types of the columns of the schema. */
export interface ColumnTypes {
  /** Ids and names: short enough for an index. */
  readonly key: string;
  /** Names of queues and statuses. */
  readonly word: string;
  /** Text of any length. */
  readonly text: string;
  /** Whole numbers, instants in milliseconds among them. */
  readonly int: string;
  readonly small: string;
  /** A number that the database counts up. */
  readonly serial: string;
}

/** What differs between databases; everything else is written once. */
export interface Dialect {
  /** For messages and configuration. */
  readonly name: 'postgres' | 'mysql' | 'sqlite';
  /** The database's own time in milliseconds since 1970. */
  readonly now: string;
  /** Whether UPDATE gives back rows. */
  readonly returning: boolean;
  /** How RETURNING names the updated table t where its columns could be mistaken for others. */
  readonly returned: string;
  /** Behind a table whose rows are found by their ids and locked: another index would lock its neighbours too. */
  readonly byPrimaryKey: string;
  /** Whether a WITH can write, so that a step of two tables is one statement. */
  readonly writingWith: boolean;
  /** Whether an UPDATE takes its values from a JOIN instead of a FROM. */
  readonly updatesByJoin: boolean;
  /** Appended to a SELECT whose rows are about to be written: passes over what others hold. Empty: no row locks are needed. */
  readonly skipLocked: string;
  /** The same, but waits for others. */
  readonly lock: string;
  readonly types: ColumnTypes;

  /** Rows from bindings, as a table that is called s. */
  source(columns: readonly SourceColumn[]): Sql;
  /** True where a column is one of many values. */
  among(column: Sql, values: readonly string[]): Sql;
  /** A bound value whose type the database could not guess. */
  typed(value: Binding, type: ColumnType): Sql;
  /** True where a column holds the text. */
  contains(column: Sql, text: string): Sql;
  /** The name in the JSON of an error, itself as JSON. Null: there is none, or it is corrupt. */
  errorName(column: Sql): Sql;
  /** True where an execution has one of these unique places, found by its index. */
  hasPlace(keys: readonly string[]): Sql;
  /** The first `limit` rows over all priorities, most urgent first, each found by its index. */
  candidates(request: CandidateRequest): Sql;
  /** Statements that make a table with its indexes, if it is missing. */
  create(table: TableShape, prefix: string, schema: string | null): readonly string[];
  /** What one transaction begins with. Null: nothing. */
  readonly beginWrite: ((locks: Sql) => Sql) | null;
  /** Lets one migration run at a time. Null: the transaction does. */
  readonly migrationLock: MigrationLock | null;
  /** What the transaction of a migration begins with, so that making an index may take as long as it takes. */
  readonly migrationSession: readonly string[];
  /** Whether statements have names under which a connection remembers them. */
  readonly preparesByName: boolean;
  /** Run once on each new connection. */
  readonly session: readonly string[];

  /** Null: no unique index was violated. */
  duplicate(error: unknown): Duplicate | null;
  trouble(error: unknown): ErrorKind;
  /** Whether a statement of a migration failed only because it had been run before. */
  isDoneAlready(error: unknown): boolean;
}

export interface MigrationLock {
  readonly take: string;
  /** Null: it ends with its transaction. */
  readonly release: string | null;
}

export interface CandidateRequest {
  readonly table: Sql;
  /** What a row must fulfil besides its priority; the table is called e. */
  readonly where: Sql;
  readonly limit: number;
}

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqliteClient from 'knex/lib/dialects/better-sqlite3/index.js';
import {
  loadSqliteDriver,
  type SqliteDatabase,
  type SqliteDriver,
  type SqliteStatement,
} from './sqlite-driver.js';

interface Query {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  response?: unknown;
  context?: unknown;
}

const MAX_STATEMENTS = 200;

/** A database connection that prepares each statement once. */
class PreparedDatabase {
  private readonly prepared = new Map<string, PreparedStatement>();

  constructor(readonly database: SqliteDatabase) {}

  statement(text: string): PreparedStatement {
    const known = this.prepared.get(text);
    if (known !== undefined) return known;
    const statement = new PreparedStatement(this.database.prepare(text));
    if (this.prepared.size >= MAX_STATEMENTS) this.prepared.clear();
    this.prepared.set(text, statement);
    return statement;
  }
}

type Values = readonly unknown[];

class PreparedStatement {
  readonly names: readonly string[];
  private readonly returnsArrays: boolean;

  constructor(private readonly statement: SqliteStatement) {
    this.names = statement.columns().map(({ name }) => name);
    this.returnsArrays = typeof statement.setReturnArrays === 'function';
    if (this.returnsArrays) statement.setReturnArrays?.(true);
  }

  /** Builds the row objects here: those of the driver cost twice as much, and in a test runner they belong to another realm. */
  rows(bindings: Values): readonly object[] {
    const found = Array.from(this.statement.all(...bindings));
    return this.returnsArrays ? found.map((values) => this.row(values as Values)) : (found as object[]);
  }

  run(bindings: Values) {
    const { changes, lastInsertRowid } = this.statement.run(...bindings);
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  private row(values: Values): object {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.names.length; index += 1) row[this.names[index] ?? ''] = values[index];
    return row;
  }
}

/**
 * A Knex client for `node:sqlite`, or for the package with the same interface. Knex supports neither, but its client for better-sqlite3
 * generates the right SQL.
 */
export class SqliteClient extends BetterSqliteClient {
  /** Knex would replace the error of a driver that is missing, and ask for better-sqlite3. */
  override initializeDriver(): void {
    this.driver = loadSqliteDriver();
  }

  override async acquireRawConnection(): Promise<PreparedDatabase> {
    const { filename } = this.connectionSettings as { readonly filename: string };
    if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true });
    const driver = this.driver as SqliteDriver;
    return new PreparedDatabase(new driver.DatabaseSync(filename));
  }

  override async destroyRawConnection(connection: PreparedDatabase): Promise<void> {
    connection.database.close();
  }

  override async _query(connection: PreparedDatabase, query: Query): Promise<Query> {
    const statement = connection.statement(query.sql);
    const bindings = (query.bindings ?? []).map(toSqlite);
    if (statement.names.length > 0) {
      query.response = statement.rows(bindings);
      return query;
    }
    const result = statement.run(bindings);
    query.response = result;
    query.context = { lastID: result.lastInsertRowid, changes: result.changes };
    return query;
  }
}

function toSqlite(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  return value instanceof Date ? value.getTime() : value;
}

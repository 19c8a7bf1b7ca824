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

const MOST_STATEMENTS = 200;

/** Statements are prepared once for each connection. */
class PreparedDatabase {
  private readonly prepared = new Map<string, SqliteStatement & { reads: boolean }>();

  constructor(readonly database: SqliteDatabase) {}

  statement(text: string): SqliteStatement & { readonly reads: boolean } {
    const known = this.prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.database.prepare(text);
    const made = Object.assign(statement, { reads: statement.columns().length > 0 });
    if (this.prepared.size >= MOST_STATEMENTS) this.prepared.clear();
    this.prepared.set(text, made);
    return made;
  }
}

/** Knex on `node:sqlite` or the package with its interface: knex knows neither, but their statements are those of better-sqlite3. */
export class SqliteClient extends BetterSqliteClient {
  override _driver(): SqliteDriver {
    return loadSqliteDriver();
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
    if (statement.reads) {
      // A list of our own: in a test runner the driver's may belong to another realm.
      query.response = Array.from(statement.all(...bindings));
      return query;
    }
    const { changes, lastInsertRowid } = statement.run(...bindings);
    query.response = { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    query.context = { lastID: Number(lastInsertRowid), changes: Number(changes) };
    return query;
  }
}

function toSqlite(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  return value instanceof Date ? value.getTime() : value;
}

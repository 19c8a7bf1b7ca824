import { createRequire } from 'node:module';
import { StoreUnavailable } from '@scheduler/contracts';

/** The part of `node:sqlite`, and of the package with the same interface, that is used here. */
export interface SqliteDatabase {
  prepare(text: string): SqliteStatement;
  exec(text: string): void;
  close(): void;
}

export interface SqliteStatement {
  all(...bindings: readonly unknown[]): unknown[];
  run(...bindings: readonly unknown[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  columns(): readonly { readonly name: string }[];
  /** Returns rows as arrays of values. Older versions of `node:sqlite` do not have it. */
  setReturnArrays?(yes: boolean): void;
}

export interface SqliteDriver {
  readonly DatabaseSync: new (file: string) => SqliteDatabase;
}

const PACKAGE = '@photostructure/sqlite';

const load = createRequire(__filename);

/** Prefers the package, since its SQLite is newer and the same on every Node.js version; otherwise the built-in module. */
export function loadSqliteDriver(): SqliteDriver {
  try {
    return load(PACKAGE) as SqliteDriver;
  } catch {
    return builtIn();
  }
}

function builtIn(): SqliteDriver {
  try {
    return load('node:sqlite') as SqliteDriver;
  } catch {
    throw new StoreUnavailable('sqlite', 'this Node.js has no SQLite', {
      wayOut: `install ${PACKAGE}, or use Node.js 22.13 or later`,
    });
  }
}

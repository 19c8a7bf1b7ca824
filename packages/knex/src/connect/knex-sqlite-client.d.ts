declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import { Knex } from 'knex';

  /** Knex ships no types for its clients. Only the members that this package uses are declared. */
  // eslint-disable-next-line no-restricted-syntax -- this is how knex exports it
  export default class BetterSqliteClient extends Knex.Client {
    driver: unknown;
    readonly connectionSettings: unknown;
    initializeDriver(): void;
    acquireRawConnection(): Promise<unknown>;
    destroyRawConnection(connection: unknown): Promise<void>;
    _query(connection: unknown, query: unknown): Promise<unknown>;
  }
}

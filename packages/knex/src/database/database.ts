import { type CallerTransaction, type Clock, FeatureNotSupported, NotOpen } from '@scheduler/contracts';
import { StoreTime } from '@scheduler/contracts/adapter';
import type { Knex } from 'knex';
import type { Dialect, Duplicate } from '../dialects/dialect.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import type { Tables } from '../sql/tables.js';
import { withoutSocketTimeout } from '../connect/socket-timeout.js';
import { CallerCommits } from './caller-commits.js';
import { localSettings } from './pooled-settings.js';
import { LimitedQueues } from './limited-queues.js';
import { onLastingConnection } from './lasting-connection.js';
import { affectedRows, resultRows, type Row } from './results.js';
import { runPrepared } from './prepared-query.js';
import { DuplicateRow, toStoreError } from './store-errors.js';
import { retryOnContention } from './retry-on-contention.js';

export interface DatabaseParts {
  readonly knex: Knex;
  readonly dialect: Dialect;
  readonly tables: Tables;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs' | 'setTimer'>;
  /** Whether recurring statements are prepared, if the dialect supports it. */
  readonly prepares: boolean;
  /** Whether a pooler of transactions stands before the database: settings hold for one transaction then. */
  readonly isPooled?: boolean;
  /** Whether each change appends its events to the log. Default: false. */
  readonly logsEvents?: boolean;
  /** Milliseconds by which tests shift the time of the database. Default: 0. */
  readonly shiftMs?: () => number;
  /** Whether the pool was closed, which explains why statements fail. */
  readonly isClosed?: () => boolean;
}

/** Where a statement runs: on a connection of the pool, or inside a transaction. */
export type Executor = Knex;

/** The connection to one database: statements, transactions, its time, and the translation of its errors. */
export class Database {
  readonly dialect: Dialect;
  readonly tables: Tables;
  readonly limitedQueues: LimitedQueues;
  /** Whether each change appends its events to the log in the same step. */
  readonly logsEvents: boolean;
  private readonly time: StoreTime;
  /** Transactions of callers. Errors of their statements are translated one by one, because the caller ends the transaction. */
  private readonly callers = new WeakSet<object>();
  private readonly commits = new CallerCommits();

  constructor(private readonly parts: DatabaseParts) {
    this.dialect = parts.dialect;
    this.tables = parts.tables;
    this.logsEvents = parts.logsEvents ?? false;
    this.time = new StoreTime(parts.clock);
    this.limitedQueues = new LimitedQueues(parts.clock);
  }

  /** The time of the database as an expression for a statement. */
  get now(): Sql {
    const shift = this.parts.shiftMs?.() ?? 0;
    return raw(shift === 0 ? this.dialect.now : `(${this.dialect.now} + ${shift})`);
  }

  /** Takes the time that a statement has returned anyway. */
  observe(databaseMs: number): void {
    this.time.observe(new Date(databaseMs - (this.parts.shiftMs?.() ?? 0)));
  }

  /** The time of the database, queried only if it is not known yet. */
  async recentNow(on?: Executor): Promise<number> {
    return this.estimatedNow() ?? this.askNow(on);
  }

  /** The time of the database, estimated without a query. Null: it is not known yet. */
  estimatedNow(): number | null {
    const known = this.time.observedNow();
    return known === null ? null : known + (this.parts.shiftMs?.() ?? 0);
  }

  async askNow(on?: Executor): Promise<number> {
    const [row] = await this.rows(sql`SELECT ${this.now} AS now`, on);
    const now = Number(row?.['now']);
    this.observe(now);
    return now;
  }

  async rows(statement: Sql, on?: Executor): Promise<readonly Row[]> {
    return resultRows(await this.run(statement, on));
  }

  /** Returns how many rows were written. */
  async write(statement: Sql, on?: Executor): Promise<number> {
    return affectedRows(await this.run(statement, on));
  }

  /** Runs `work` in a transaction: the caller's, if there is one, which is then committed by the caller alone. */
  async transaction<T>(
    work: (on: Executor) => Promise<T>,
    caller?: CallerTransaction | undefined,
  ): Promise<T> {
    if (caller !== undefined) return this.translated(() => work(this.joined(caller)));
    return this.guarded(() =>
      this.parts.knex.transaction(async (trx) => {
        const { beginWrite, session } = this.dialect;
        if (this.parts.isPooled === true) await this.unguarded(raw(localSettings(session)), trx);
        if (beginWrite !== null) await this.unguarded(beginWrite(this.tables.locks), trx);
        return work(trx);
      }),
    );
  }

  /** Runs `work` in a savepoint, so that it can fail without failing the transaction. Without a transaction it runs by itself. */
  savepoint<T>(on: Executor | undefined, work: (on: Executor | undefined) => Promise<T>): Promise<T> {
    if (on === undefined) return work(undefined);
    return this.translated(() => on.transaction((part) => work(part)));
  }

  /** A transaction that changes the schema. It expects no tables and has no timeout. */
  schemaTransaction<T>(work: (on: Executor) => Promise<T>): Promise<T> {
    return this.guarded(() =>
      this.parts.knex.transaction(async (trx) =>
        withoutSocketTimeout(await connectionOf(trx), async () => {
          for (const statement of this.dialect.migrationSession) await this.unguarded(raw(statement), trx);
          return work(trx);
        }),
      ),
    );
  }

  /** Runs statements one after the other on one connection, outside of any transaction and without timeouts. */
  withoutTimeouts(work: (run: (statement: string) => Promise<void>) => Promise<void>): Promise<void> {
    return this.translated(() => onLastingConnection(this.parts.knex, this.dialect, work));
  }

  /** The executor for statements that may belong to a transaction of the caller. Undefined: the pool. */
  on(caller: CallerTransaction | undefined): Executor | undefined {
    return caller === undefined ? undefined : this.joined(caller);
  }

  /** Resolves when the transaction of the caller has ended: true if it has committed. Call it before anything is written in it. */
  committed(caller: CallerTransaction): Promise<boolean> {
    return this.commits.hasCommitted(this.joined(caller) as Knex.Transaction);
  }

  private joined(caller: CallerTransaction): Executor {
    const { isTransaction } = caller as { isTransaction?: unknown };
    if (typeof caller === 'function' && isTransaction === true) {
      this.callers.add(caller);
      return caller as unknown as Executor;
    }
    throw new FeatureNotSupported(
      'a transaction that is not a Knex.Transaction',
      `the ${this.dialect.name} store`,
      'pass the transaction that knex.transaction() gave you',
    );
  }

  /** Which unique index refused a row, whether the error was translated already or not. Null: it is another error. */
  duplicate(error: unknown): Duplicate | null {
    return error instanceof DuplicateRow ? error.duplicate : this.dialect.duplicate(error);
  }

  /** A statement inside a transaction is not repeated alone after contention: the whole transaction is. */
  private async run(statement: Sql, on: Executor | undefined): Promise<unknown> {
    if (on !== undefined) {
      const isCallers = this.callers.has(on);
      return isCallers ? this.translated(() => this.unguarded(statement, on)) : this.unguarded(statement, on);
    }
    return this.guarded(() => this.unguarded(statement, this.parts.knex));
  }

  private unguarded({ text, bindings, recurs }: Sql, on: Executor): Promise<unknown> {
    const isPrepared = recurs && this.parts.prepares && this.dialect.preparesByName;
    const prepared = isPrepared ? runPrepared(text, bindings, on) : null;
    return prepared ?? on.raw(text, bindings as Knex.RawBinding[]).then((result: unknown) => result);
  }

  private guarded<T>(work: () => Promise<T>): Promise<T> {
    return this.translated(() => retryOnContention(work, this.dialect, this.parts.clock));
  }

  private async translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.parts.isClosed?.() === true) throw new NotOpen(`a call of the ${this.dialect.name} store`);
      throw toStoreError(error, this.dialect);
    }
  }
}

/** The connection on which a transaction runs. */
function connectionOf(on: Executor): Promise<unknown> {
  const { acquireConnection } = on.client as { acquireConnection(): Promise<unknown> };
  return acquireConnection.call(on.client);
}

import { type CallerTransaction, type Clock, FeatureNotSupported } from '@scheduler/contracts';
import { StoreTime } from '@scheduler/contracts/adapter';
import type { Knex } from 'knex';
import type { Dialect, Duplicate } from '../dialects/dialect.js';
import { raw, type Sql, sql } from '../sql/sql.js';
import type { Tables } from '../sql/tables.js';
import { withSocketTimeout } from '../connect/socket-timeout.js';
import { CallerCommits } from './caller-commits.js';
import { LimitedQueues } from './limited-queues.js';
import { affectedRows, resultRows, type Row } from './results.js';
import { runPrepared } from './prepared-query.js';
import { DuplicateRow, toStoreError } from './store-errors.js';
import { retryOnContention } from './retry-on-contention.js';

export interface DatabaseParts {
  readonly knex: Knex;
  readonly dialect: Dialect;
  readonly tables: Tables;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs' | 'setTimer'>;
  /** Whether statements that recur are prepared, where the dialect can. */
  readonly prepares: boolean;
  /** Moves the database's time, for tests. Default: not at all. */
  readonly shiftMs?: () => number;
}

/** Where a statement runs: on a connection of the pool, or inside a transaction. */
export type Executor = Knex;

/** The connection to one database: statements, transactions, its time, and what its errors mean. */
export class Database {
  readonly dialect: Dialect;
  readonly tables: Tables;
  readonly limitedQueues: LimitedQueues;
  private readonly time: StoreTime;
  /** Transactions of callers: their errors are translated here, because nobody behind us would. */
  private readonly callers = new WeakSet<object>();
  private readonly commits = new CallerCommits();

  constructor(private readonly parts: DatabaseParts) {
    this.dialect = parts.dialect;
    this.tables = parts.tables;
    this.time = new StoreTime(parts.clock);
    this.limitedQueues = new LimitedQueues(parts.clock);
  }

  /** The database's time as an expression inside a statement. */
  get now(): Sql {
    const shift = this.parts.shiftMs?.() ?? 0;
    return raw(shift === 0 ? this.dialect.now : `(${this.dialect.now} + ${shift})`);
  }

  /** Every statement that reads the time anyway tells it here. */
  observe(databaseMs: number): void {
    this.time.observe(new Date(databaseMs - (this.parts.shiftMs?.() ?? 0)));
  }

  /** The database's time, asked for only if it is not known yet. */
  async recent(on?: Executor): Promise<number> {
    return this.estimatedNow() ?? this.askNow(on);
  }

  /** The database's time as far as it is known without asking. Null: not yet. */
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

  /** How many rows were written. */
  async write(statement: Sql, on?: Executor): Promise<number> {
    return affectedRows(await this.run(statement, on));
  }

  /** All or nothing. Inside the caller's transaction it is a part of that one, which alone commits it. */
  async transaction<T>(
    work: (on: Executor) => Promise<T>,
    caller?: CallerTransaction | undefined,
  ): Promise<T> {
    if (caller !== undefined) return this.translated(() => work(this.joined(caller)));
    return this.guarded(() =>
      this.parts.knex.transaction(async (trx) => {
        const { beginWrite } = this.dialect;
        if (beginWrite !== null) await this.unguarded(beginWrite(this.tables.locks), trx);
        return work(trx);
      }),
    );
  }

  /** A part of a transaction that can fail without failing the rest of it. Without one it stands for itself. */
  within<T>(on: Executor | undefined, work: (on: Executor | undefined) => Promise<T>): Promise<T> {
    if (on === undefined) return work(undefined);
    return this.translated(() => on.transaction((part) => work(part)));
  }

  /** A transaction that makes tables, and so cannot count on any. It may take long. */
  schemaTransaction<T>(work: (on: Executor) => Promise<T>): Promise<T> {
    return this.guarded(() =>
      this.parts.knex.transaction(async (trx) =>
        withSocketTimeout(await connectionOf(trx), async () => {
          for (const statement of this.dialect.migrationSession) await this.unguarded(raw(statement), trx);
          return work(trx);
        }),
      ),
    );
  }

  /** Where to run what may be a part of the caller's transaction. */
  on(caller: CallerTransaction | undefined): Executor | undefined {
    return caller === undefined ? undefined : this.joined(caller);
  }

  /** Whether the transaction of the caller has committed, once it has ended. To be asked before anything is written in it. */
  committed(caller: CallerTransaction): Promise<boolean> {
    return this.commits.of(this.joined(caller) as Knex.Transaction);
  }

  private joined(caller: CallerTransaction): Executor {
    const { isTransaction } = caller as { isTransaction?: unknown };
    if (typeof caller === 'function' && isTransaction === true) {
      this.callers.add(caller);
      return caller as unknown as Executor;
    }
    throw new FeatureNotSupported(
      'a transaction that is no Knex.Transaction',
      `the ${this.dialect.name} store`,
      'give it what knex.transaction() gave you',
    );
  }

  /** What a unique index refused, whether the error has been translated already or not. Null: it is another error. */
  duplicate(error: unknown): Duplicate | null {
    return error instanceof DuplicateRow ? error.duplicate : this.dialect.duplicate(error);
  }

  /** A statement of a transaction that contention broke is repeated with its whole transaction, never alone. */
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
      throw toStoreError(error, this.dialect);
    }
  }
}

/** The one connection of a transaction. */
function connectionOf(on: Executor): Promise<unknown> {
  const { acquireConnection } = on.client as { acquireConnection(): Promise<unknown> };
  return acquireConnection.call(on.client);
}

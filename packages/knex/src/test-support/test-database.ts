import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SystemClock } from '@scheduler/core';
import type { StoreHarness } from '@scheduler/testing';
import type { Knex } from 'knex';
import { connect } from '../connect/connect.js';
import { createKnexStore, type KnexStore, type KnexStoreOptions } from '../knex-store.js';

export type DatabaseName = 'sqlite' | 'postgres' | 'mariadb';

const VARIABLES = { postgres: 'SCHEDULER_TEST_POSTGRES_URL', mariadb: 'SCHEDULER_TEST_MARIADB_URL' };

/** The URL of a database for tests. Null: no server was started. */
export function urlOf(name: DatabaseName): string | null {
  if (name !== 'sqlite') return process.env[VARIABLES[name]] ?? null;
  return `sqlite:${join(mkdtempSync(join(tmpdir(), 'scheduler-knex-')), 'test.db')}`;
}

const TABLES = [
  'jobs',
  'executions',
  'execution_logs',
  'queues',
  'rate_limits',
  'circuits',
  'event_handlers',
  'locks',
  'events',
  'event_log',
  'event_log_state',
  'event_checkpoints',
  'api_keys',
  'audit_log',
  'idempotency_keys',
  'alert_rules',
  'alerts',
  'alert_silences',
  'workflow_graphs',
  'workflow_runs',
  'workflow_attributes',
  'workflow_arrivals',
];

/** A real database with its own tables, emptied for each test. */
export class TestDatabase {
  readonly clock = new SystemClock();
  readonly prefix = `t${randomBytes(4).toString('hex')}_`;
  readonly knex: Knex;
  private shiftMs = 0;
  private readonly tables = [...TABLES, 'migrations'];

  constructor(
    readonly name: DatabaseName,
    readonly url: string,
    /** Past the pooler that `url` leads to. */
    private readonly directUrl?: string,
  ) {
    this.knex = connect(url, this.pooler).knex;
  }

  private get pooler(): Pick<KnexStoreOptions, 'directUrl'> {
    return this.directUrl === undefined ? {} : { directUrl: this.directUrl };
  }

  store(options: Partial<KnexStoreOptions> = {}): KnexStore {
    const { clock, knex, prefix: tablePrefix } = this;
    return createKnexStore({
      connection: knex,
      clock,
      tablePrefix,
      eventPollMs: 20,
      shiftMs: () => this.shiftMs,
      ...this.pooler,
      ...options,
    });
  }

  async create(): Promise<void> {
    await this.store().migrations.up();
  }

  async empty(): Promise<void> {
    this.shiftMs = 0;
    for (const table of TABLES) await this.knex(`${this.prefix}${table}`).delete();
  }

  tableName(name: string): string {
    return `${this.prefix}${name}`;
  }

  table(name: string) {
    return this.knex(this.tableName(name));
  }

  /** Writes beside other processes, which may have locked a SQLite file for the moment. */
  async write(statement: () => PromiseLike<unknown>): Promise<void> {
    for (;;) {
      try {
        await statement();
        return;
      } catch (error) {
        if (!/database (table )?is (locked|busy)/.test(String(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  /** An expression: both texts with a hyphen between them. */
  concat(one: string, other: string): string {
    return this.name === 'mariadb' ? `CONCAT(${one}, '-', ${other})` : `${one} || '-' || ${other}`;
  }

  /** Updates the statistics by which the database plans. */
  async analyze(): Promise<void> {
    const verb = this.name === 'mariadb' ? 'ANALYZE TABLE' : 'ANALYZE';
    for (const table of TABLES) await this.knex.raw(`${verb} ${this.tableName(table)}`);
  }

  /** PostgreSQL makes statistics by itself at instants that a test cannot foresee. From now on only those that the test asks for are made. */
  async stopAutomaticStatistics(): Promise<void> {
    if (this.name !== 'postgres') return;
    for (const table of TABLES)
      await this.knex.raw(`ALTER TABLE ${this.tableName(table)} SET (autovacuum_enabled = false)`);
  }

  /** Counts the rows, as PostgreSQL does now and then, and makes no statistics of what is in them. */
  async vacuum(): Promise<void> {
    for (const table of TABLES) await this.knex.raw(`VACUUM ${this.tableName(table)}`);
  }

  /** Creates a table of the application, which is dropped with the others. */
  async createTable(name: string, build: (table: Knex.CreateTableBuilder) => unknown): Promise<void> {
    this.tables.push(name);
    await this.knex.schema.createTable(`${this.prefix}${name}`, (table) => void build(table));
  }

  async drop(): Promise<void> {
    for (const table of this.tables) await this.knex.schema.dropTableIfExists(`${this.prefix}${table}`);
    await this.knex.destroy();
    if (this.name === 'sqlite')
      rmSync(dirname(this.url.slice('sqlite:'.length)), { recursive: true, force: true });
  }

  /** The time of the database goes on, until the tables are emptied. */
  advance(milliseconds: number): void {
    this.shiftMs += milliseconds;
  }

  async harness(options: Partial<KnexStoreOptions> = {}): Promise<StoreHarness> {
    await this.empty();
    return {
      store: this.store(options),
      clock: { advance: (duration) => this.advance(Number(duration)) },
      inTransaction: (work) => this.knex.transaction((trx) => work(trx)),
    };
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DurationInput, type SchedulerStore, toMilliseconds } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import { createKnexStore, type KnexStore, type KnexStoreOptions } from '@scheduler/knex';
import type { StoreHarness } from '@scheduler/testing';
import { type BullmqOptions, withBullmq } from '../with-bullmq.js';
import { onRedis, type BullmqHarnesses } from './on-redis.js';

export type DatabaseName = 'sqlite' | 'postgres';

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

/** A real database and a real Redis. Each test begins with empty tables and its own keys. */
export class BesideDatabase {
  readonly clock = new SystemClock();
  readonly tablePrefix = `t${randomBytes(4).toString('hex')}_`;
  keyPrefix = '';
  private shiftMs = 0;
  private readonly owner: KnexStore;

  constructor(
    readonly redis: BullmqHarnesses,
    private readonly url: string,
  ) {
    this.owner = this.databaseStore({ connection: url });
  }

  get knex() {
    return this.owner.knex;
  }

  async create(): Promise<void> {
    await this.owner.migrations.up();
    await this.owner.open();
  }

  async drop(): Promise<void> {
    for (const table of [...TABLES, 'migrations'])
      await this.knex.schema.dropTableIfExists(`${this.tablePrefix}${table}`);
    await this.owner.close();
  }

  /** Empties the tables and changes the key prefix for the next test. */
  async empty(): Promise<void> {
    this.shiftMs = 0;
    this.keyPrefix = this.redis.newPrefix();
    for (const table of TABLES) await this.knex(`${this.tablePrefix}${table}`).delete();
  }

  /** A new store on the same tables and keys, as another process would have it. */
  store(options: Partial<BullmqOptions> = {}): SchedulerStore {
    const { clock, redis, keyPrefix } = this;
    const shiftMs = () => this.shiftMs;
    return withBullmq(this.databaseStore(), { url: redis.url, keyPrefix, clock, shiftMs, ...options });
  }

  /** Moves the time of the database and of Redis. */
  advance(duration: DurationInput): void {
    this.shiftMs += toMilliseconds(duration);
  }

  async harness(): Promise<StoreHarness> {
    await this.empty();
    const { keyPrefix } = this;
    return {
      store: this.store(),
      clock: this,
      inTransaction: (work) => this.knex.transaction((transaction) => work(transaction)),
      close: () => this.redis.deleteKeys(keyPrefix),
    };
  }

  databaseStore(options: Partial<KnexStoreOptions> = {}): KnexStore {
    const { clock, tablePrefix } = this;
    const shiftMs = () => this.shiftMs;
    const connection = options.connection ?? this.knex;
    return createKnexStore({ clock, tablePrefix, eventPollMs: 20, shiftMs, ...options, connection });
  }
}

/** Registers tests that run on a real database beside a real Redis. Without these servers they are reported as not run. */
export function besideDatabase(name: DatabaseName, define: (both: BesideDatabase) => void): void {
  describe(`${name} and BullMQ`, () =>
    onRedis((redis) => {
      const folder = mkdtempSync(join(tmpdir(), 'scheduler-bullmq-'));
      const url =
        name === 'sqlite' ? `sqlite:${join(folder, 'test.db')}` : process.env['SCHEDULER_TEST_POSTGRES_URL'];
      afterAll(() => rmSync(folder, { recursive: true, force: true }));
      if (url === undefined || url === '') {
        describe.skip(`${name}: no server was started`, () => it('is not tested', () => undefined));
        return;
      }
      const both = new BesideDatabase(redis, url);
      beforeAll(() => both.create());
      afterAll(() => both.drop());
      define(both);
    }));
}

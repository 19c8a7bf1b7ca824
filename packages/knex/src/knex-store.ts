import {
  type Clock,
  type Logger,
  type CompleteStore,
  silentLogger,
  type StoreMigrations,
} from '@scheduler/contracts';
import type { Knex } from 'knex';
import { connect } from './connect/connect.js';
import { Database } from './database/database.js';
import { KnexMigrations } from './migrations/knex-migrations.js';
import { KnexCircuitRepository } from './ports/knex-circuit-repository.js';
import { KnexEventBus } from './ports/knex-event-bus.js';
import { KnexEventHandlerRepository } from './ports/knex-event-handler-repository.js';
import { KnexExecutionRepository } from './ports/knex-execution-repository.js';
import { KnexJobQueue } from './ports/knex-job-queue.js';
import { KnexLeaderElection } from './ports/knex-leader-election.js';
import { KnexQueueRepository } from './ports/knex-queue-repository.js';
import { KnexRateLimitRepository } from './ports/knex-rate-limit-repository.js';
import { KnexScheduleRepository } from './ports/knex-schedule-repository.js';
import { KnexStatisticsRepository } from './ports/knex-statistics-repository.js';
import { tablesOf } from './sql/tables.js';
import { createWakeUps } from './wake-up/create-wake-ups.js';

export interface KnexStoreOptions {
  /** Your own Knex, which stays yours to close, or a URL: `postgres://…`, `mysql://…`, `sqlite:./scheduler.db`. */
  readonly connection: string | Knex;
  /** For timers and deadlines of this process; what is due is decided by the database's time. */
  readonly clock: Clock;
  /** Default `scheduler_`. */
  readonly tablePrefix?: string;
  /** Of PostgreSQL. Default: the search path of the connection. */
  readonly schema?: string;
  /** Connections for work; a few more keep leases alive. Default 10. SQLite always has one. */
  readonly poolSize?: number;
  /**
   * Whether PostgreSQL prepares statements that recur. Default true. False behind a pooler that hands a connection to others after each
   * transaction and knows no prepared statements, such as PgBouncer before 1.21.
   */
  readonly preparedStatements?: boolean;
  /** Whether `open` makes or updates the tables by itself. Default: on SQLite, where nobody else would. */
  readonly migrate?: boolean;
  /** How often databases that cannot wake us up are asked for news of other nodes. Default 500 ms. */
  readonly eventPollMs?: number;
  readonly logger?: Logger;
  /** Moves the database's time, for tests. Default: not at all. */
  readonly shiftMs?: () => number;
}

export interface KnexStore extends CompleteStore {
  readonly migrations: StoreMigrations;
  /** The one that was given, or the one that was made of the URL: for transactions of yours in which you schedule. */
  readonly knex: Knex;
}

/**
 * Every port on SQLite, PostgreSQL, MySQL or MariaDB.
 *
 * @example
 * const store = createKnexStore({ connection: 'sqlite:./scheduler.db', clock: new SystemClock() });
 */
export function createKnexStore(options: KnexStoreOptions): KnexStore {
  const { clock, logger = silentLogger, shiftMs } = options;
  const tables = tablesOf(options);
  const connection = connect(options.connection, options.poolSize);
  const { knex, dialect } = connection;
  const prepares = options.preparedStatements ?? true;
  const terms = { dialect, tables, clock, prepares, ...(shiftMs === undefined ? {} : { shiftMs }) };
  const database = new Database({ knex, ...terms });
  const control =
    connection.control === null ? database : new Database({ knex: connection.control, ...terms });
  const migrations = new KnexMigrations(database);
  const wakeUps = createWakeUps({
    database: control,
    knex: connection.control ?? knex,
    clock,
    logger,
    eventPollMs: options.eventPollMs ?? 500,
  });
  const events = new KnexEventBus(wakeUps, logger);
  const migrates = options.migrate ?? dialect.name === 'sqlite';
  return {
    capabilities: { name: dialect.name, transactions: true, durable: true },
    schedules: new KnexScheduleRepository(database, wakeUps),
    executions: new KnexExecutionRepository(database, control, wakeUps),
    queue: new KnexJobQueue(wakeUps, logger),
    queues: new KnexQueueRepository(database),
    rateLimits: new KnexRateLimitRepository(database),
    circuits: new KnexCircuitRepository(database),
    statistics: new KnexStatisticsRepository(database),
    eventHandlers: new KnexEventHandlerRepository(database),
    leadership: new KnexLeaderElection(control),
    events,
    migrations,
    knex,
    open: async () => {
      connection.open();
      if (migrates) await migrations.up();
      await migrations.check();
      await wakeUps.open();
    },
    close: async () => {
      await events.flush();
      await wakeUps.close();
      await connection.close();
    },
  };
}

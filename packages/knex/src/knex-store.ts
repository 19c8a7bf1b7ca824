import {
  type Clock,
  type Logger,
  type CompleteStore,
  ConfigurationInvalid,
  silentLogger,
  type StoreCapabilities,
  type StoreMigrations,
} from '@scheduler/contracts';
import {
  anything,
  type Check,
  checkInput,
  clock as aClock,
  fields,
  flag,
  isFunction,
  optional,
  wholeNumber,
  type WorkflowRepository,
} from '@scheduler/contracts/adapter';
import type { Knex } from 'knex';
import { connect, type Connection } from './connect/connect.js';
import { within } from './connect/within.js';
import { Database } from './database/database.js';
import { warnOfMissingTimeouts } from './database/pooled-settings.js';
import { KnexUpkeep } from './database/upkeep.js';
import { KnexMigrations } from './migrations/knex-migrations.js';
import { KnexAccessRepository } from './ports/knex-access-repository.js';
import { KnexAlertRepository } from './ports/knex-alert-repository.js';
import { KnexCircuitRepository } from './ports/knex-circuit-repository.js';
import { KnexEventLog } from './ports/knex-event-log.js';
import { KnexEventBus } from './ports/knex-event-bus.js';
import { KnexEventHandlerRepository } from './ports/knex-event-handler-repository.js';
import { KnexExecutionRepository } from './ports/knex-execution-repository.js';
import { KnexJobQueue } from './ports/knex-job-queue.js';
import { KnexLeaderElection } from './ports/knex-leader-election.js';
import { KnexQueueRepository } from './ports/knex-queue-repository.js';
import { KnexRateLimitRepository } from './ports/knex-rate-limit-repository.js';
import { KnexScheduleRepository } from './ports/knex-schedule-repository.js';
import { KnexStatisticsRepository } from './ports/knex-statistics-repository.js';
import { KnexTenantUsageRepository } from './ports/knex-tenant-usage-repository.js';
import { KnexWorkflowRepository } from './ports/knex-workflow-repository.js';
import { foldArrivals } from './queries/workflows/arrivals.js';
import { Workflows } from './queries/workflows/workflows.js';
import { tablesOf } from './sql/tables.js';
import { createWakeUps } from './wake-up/create-wake-ups.js';

export interface KnexStoreOptions {
  /** Your own Knex, which you close yourself, or a URL: `postgres://…`, `mysql://…`, `sqlite:./scheduler.db`. */
  readonly connection: string | Knex;
  /** The clock for timers and deadlines of this process. The time of the database decides what is due. */
  readonly clock: Clock;
  /** The prefix of all table names. Default: `scheduler_`. */
  readonly tablePrefix?: string;
  /** The schema of the tables, for PostgreSQL only. Default: the search path of the connection. */
  readonly schema?: string;
  /** The number of connections for work. A few more are used for heartbeats and events. Default: 10. SQLite always has one. */
  readonly poolSize?: number;
  /**
   * The URL of the same PostgreSQL without a pooler, where `connection` leads to one that pools transactions, such as PgBouncer.
   * Notifications, migrations and upkeep use it, and settings of sessions become settings of transactions. Default: there is no pooler.
   */
  readonly directUrl?: string;
  /**
   * Whether PostgreSQL prepares recurring statements. Default: true without `directUrl`, and false with it, since a pooler of transactions
   * has to support them, as PgBouncer does from 1.21 with `max_prepared_statements`.
   */
  readonly preparedStatements?: boolean;
  /** Whether `open` runs missing migrations. Default: only on SQLite. */
  readonly migrate?: boolean;
  /** How often events of other nodes are read from databases without notifications. Default: 500 ms. */
  readonly eventPollMs?: number;
  /** Whether every change is appended to an event log, which is then the port `eventLog`. Default: false. PostgreSQL needs version 13 for it. */
  readonly eventLog?: boolean;
  readonly logger?: Logger;
  /** Milliseconds by which tests shift the time of the database. Default: 0. */
  readonly shiftMs?: () => number;
}

export interface KnexStore extends CompleteStore {
  readonly migrations: StoreMigrations;
  readonly workflows: WorkflowRepository;
  /** The given Knex, or the one that was created from the URL. Use it for transactions in which you schedule. */
  readonly knex: Knex;
}

const MOST_CONNECTIONS = 1_000;
const LONGEST_POLL_MS = 3_600_000;

/** What is read as a name or an address is checked where it is read. */
const OPTIONS: Check = fields(
  {
    connection: anything,
    clock: aClock,
    tablePrefix: anything,
    schema: anything,
    poolSize: optional(wholeNumber(1, MOST_CONNECTIONS)),
    directUrl: anything,
    preparedStatements: optional(flag),
    migrate: optional(flag),
    eventPollMs: optional(wholeNumber(1, LONGEST_POLL_MS)),
    eventLog: optional(flag),
    logger: anything,
    shiftMs: optional(isFunction('a function () => milliseconds')),
  } satisfies Record<keyof KnexStoreOptions, Check>,
  '{ connection, clock }',
);

/** How long the end of events and of listening may take, because a database that does not answer must not hold up the end of a process. */
const FAREWELL_MS = 250;

/**
 * A store with every port on SQLite, PostgreSQL, MySQL or MariaDB.
 *
 * @example
 * const store = createKnexStore({ connection: 'sqlite:./scheduler.db', clock: new SystemClock() });
 */
export function createKnexStore(options: KnexStoreOptions): KnexStore {
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
  const { clock, logger = silentLogger, eventLog = false } = options;
  const connection = connect(options.connection, options);
  const { knex, dialect, pools, direct } = connection;
  const { database, unpooled, control } = databasesOf(options, connection);
  const migrations = new KnexMigrations(unpooled);
  const wakeUps = createWakeUps({
    database: control,
    knex: direct ?? connection.control ?? knex,
    clock,
    logger,
    eventPollMs: options.eventPollMs ?? 500,
  });
  const events = new KnexEventBus(wakeUps, logger);
  const workflows = new Workflows(wakeUps, logger);
  workflows.foldWith((ids) => foldArrivals(database, workflows, { ids, limit: ids.length }));
  const migrates = options.migrate ?? dialect.name === 'sqlite';
  return {
    capabilities: capabilitiesOf(connection),
    schedules: new KnexScheduleRepository(database, wakeUps),
    executions: new KnexExecutionRepository({ database, control, wakeUps, workflows }),
    queue: new KnexJobQueue(wakeUps, logger),
    queues: new KnexQueueRepository(database),
    rateLimits: new KnexRateLimitRepository(database),
    circuits: new KnexCircuitRepository(database),
    statistics: new KnexStatisticsRepository(database),
    eventHandlers: new KnexEventHandlerRepository(database),
    workflows: new KnexWorkflowRepository(database, workflows),
    access: new KnexAccessRepository(database),
    alerts: new KnexAlertRepository(database),
    tenantUsage: new KnexTenantUsageRepository(database),
    eventLog: eventLog ? new KnexEventLog(database) : null,
    leadership: new KnexLeaderElection(control),
    events,
    migrations,
    upkeep: new KnexUpkeep(unpooled),
    knex,
    open: async () => {
      await pools.open();
      if (migrates) await migrations.up();
      await migrations.check();
      if (direct !== null) await warnOfMissingTimeouts(database, logger);
      await wakeUps.open();
    },
    close: async () => {
      await within(FAREWELL_MS, events.flush());
      await within(FAREWELL_MS, workflows.folded());
      await within(FAREWELL_MS, wakeUps.close());
      await pools.close();
    },
  };
}

function capabilitiesOf({ dialect, uses }: Pick<Connection, 'dialect' | 'uses'>): StoreCapabilities {
  const capabilities = { name: dialect.name, transactions: true, durable: true };
  if (uses === null) return capabilities;
  const most = Object.values(uses).reduce((sum, count) => sum + count, 0);
  return { ...capabilities, connections: { most, uses } };
}

/** The database as most statements reach it, past a pooler, and by the connections that leases and wake-ups have for themselves. */
function databasesOf(options: KnexStoreOptions, { knex, dialect, pools, direct, control }: Connection) {
  const isPooled = direct !== null;
  const terms = { ...termsOf(options, isPooled), dialect, isPooled, isClosed: () => pools.isClosed };
  const database = new Database({ knex, ...terms });
  return {
    database,
    unpooled: isPooled ? new Database({ ...terms, knex: direct, isPooled: false }) : database,
    control: control === null ? database : new Database({ knex: control, ...terms }),
  };
}

/** What options say about all connections of a store. */
function termsOf(options: KnexStoreOptions, isPooled: boolean) {
  const { clock, shiftMs, preparedStatements: prepares = !isPooled, eventLog: logsEvents = false } = options;
  return {
    tables: tablesOf(options),
    clock,
    prepares,
    logsEvents,
    ...(shiftMs === undefined ? {} : { shiftMs }),
  };
}

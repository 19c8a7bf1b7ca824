import { ConfigurationInvalid } from '@scheduler/contracts';
import createKnex, { type Knex } from 'knex';
import type { Dialect } from '../dialects/dialect.js';
import { mysql } from '../dialects/mysql.js';
import { postgres } from '../dialects/postgres.js';
import { sqlite } from '../dialects/sqlite.js';
import { Pools } from './pools.js';
import { closeUnansweredSocket } from './socket-timeout.js';
import { SqliteClient } from './sqlite-client.js';
import { sqliteFile } from './sqlite-file.js';
import { withDriver } from './with-driver.js';

/** A Knex with the dialect that it speaks. */
export interface Connection {
  readonly knex: Knex;
  readonly dialect: Dialect;
  /** A second Knex for the same database with its own pool, so that heartbeats never wait behind work. Null: SQLite has one connection. */
  readonly control: Knex | null;
  /** A Knex for one connection that no pooler stands before. Null: `knex` itself reaches the database directly. */
  readonly direct: Knex | null;
  /** The most connections that are opened, by what they are for. Null: SQLite, which has a file and no server. */
  readonly uses: Readonly<Record<string, number>> | null;
  /** The pools that were created here. A Knex of the caller is none of them: it stays open. */
  readonly pools: Pools;
}

const POOL_SIZE = 10;
/** Heartbeats, wake-ups and leadership, which never wait behind work. */
const CONTROL_SIZE = 2;
const ACQUIRE_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ignore = () => undefined;
/** Knex would print driver errors to the console, with addresses and user names. Callers get them translated, see `toStoreError`. */
const SILENT = { warn: ignore, error: ignore, debug: ignore, deprecate: ignore };
const URL_RULE =
  "a Knex instance, or a URL such as 'postgres://user@host/name', 'mysql://user@host/name' or 'sqlite:./scheduler.db'";

export interface ConnectOptions {
  /** The number of connections for work. Default: 10. */
  readonly poolSize?: number;
  /** Leads to the same PostgreSQL, past the pooler that the connection leads to. */
  readonly directUrl?: string;
}

export function connect(connection: string | Knex, options: ConnectOptions = {}): Connection {
  if (typeof connection === 'string') return withDirect(connectTo(connection, options), options.directUrl);
  if (typeof (connection as Partial<Knex> | null | undefined)?.client === 'object')
    return withDirect(connectThrough(connection), options.directUrl);
  throw new ConfigurationInvalid({
    field: 'connection',
    value: connection,
    problem: connection === undefined ? 'is missing' : 'is not a connection',
    accepted: URL_RULE,
  });
}

/** Adds the direct connection, of which there is one: notifications listen on a connection of their own. */
function withDirect(pooled: Connection, url: string | undefined): Connection {
  if (url === undefined) return pooled;
  if (pooled.dialect.name !== 'postgres' || typeof url !== 'string' || !/^postgres(ql)?:/i.test(url))
    throw new ConfigurationInvalid({
      field: 'directUrl',
      value: undefined,
      problem: pooled.dialect.name === 'postgres' ? 'is not a URL of PostgreSQL' : 'is only for PostgreSQL',
      accepted: "a URL such as 'postgres://user@host/name', past the pooler of `connection`",
    });
  const { pools } = pooled;
  const { config } = targetOf(url);
  const direct = openPool({ config, name: 'postgres', session: postgres.session, pools, max: 1 });
  pools.own(direct);
  return { ...pooled, direct, uses: { ...pooled.uses, 'migrations and upkeep': 1 } };
}

function connectTo(url: string, { poolSize = POOL_SIZE, directUrl }: ConnectOptions): Connection {
  const { dialect, config, session: own = [] } = targetOf(url);
  // What one session sets behind a pooler, another one gets: these settings are made by transaction, or by the role.
  const session = directUrl === undefined ? [...dialect.session, ...own] : own;
  const pools = new Pools();
  const open = (max: number) => openPool({ config, name: dialect.name, session, pools, max });
  const knex = open(dialect.name === 'sqlite' ? 1 : poolSize);
  const control = dialect.name === 'sqlite' ? null : open(CONTROL_SIZE);
  pools.own(...(control === null ? [knex] : [knex, control]));
  return { knex, dialect, control, direct: null, uses: usesOf(dialect, poolSize), pools };
}

function usesOf({ name }: Dialect, work: number): Connection['uses'] {
  if (name === 'sqlite') return null;
  return { work, leases: CONTROL_SIZE, ...(name === 'postgres' ? { notifications: 1 } : {}) };
}

interface PoolParts {
  readonly config: Knex.Config;
  readonly name: Dialect['name'];
  /** The statements that each new connection runs. */
  readonly session: readonly string[];
  readonly pools: Pick<Pools, 'created'>;
  readonly max: number;
}

function openPool({ config, name, session, pools, max }: PoolParts): Knex {
  return withDriver({
    ...config,
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: SILENT,
    pool: {
      min: 0,
      max,
      idleTimeoutMillis: 60_000,
      // Limits the wait for a server that stops answering while a connection is created.
      createTimeoutMillis: CONNECT_TIMEOUT_MS,
      afterCreate: sessionSetup(name, session, pools),
    },
  });
}

/** Uses a Knex of the caller. Its pool and session settings are left alone. */
function connectThrough(knex: Knex): Connection {
  const { config } = knex.client as { readonly config: Knex.Config };
  const dialect = dialectOf(knex);
  const pools = new Pools();
  if (dialect.name === 'sqlite') return { knex, dialect, control: null, direct: null, uses: null, pools };
  const pool = { ...withSocketGuard(config.pool, pools), min: 0, max: CONTROL_SIZE };
  const control = createKnex({ ...config, log: SILENT, pool });
  pools.own(control);
  const uses = usesOf(dialect, config.pool?.max ?? POOL_SIZE);
  return { knex, dialect, control, direct: null, uses, pools };
}

function withSocketGuard(pool: Knex.PoolConfig | undefined = {}, pools: Pools): Knex.PoolConfig {
  const prepare = (pool.afterCreate ?? ((connection, done) => done(null, connection))) as Prepare;
  return {
    ...pool,
    afterCreate: (connection: unknown, done: Done) => {
      closeUnansweredSocket(connection);
      pools.created(connection);
      prepare(connection, done);
    },
  };
}

function dialectOf(knex: Knex): Dialect {
  const { dialect } = knex.client as { readonly dialect?: string };
  const known = { postgresql: postgres, postgres, mysql, mysql2: mysql, sqlite3: sqlite }[dialect ?? ''];
  if (known !== undefined) return known;
  throw new ConfigurationInvalid({
    field: 'connection',
    value: dialect,
    problem: 'is a Knex for another database',
    accepted: 'Knex for PostgreSQL, MySQL, MariaDB or SQLite',
  });
}

interface Target {
  readonly dialect: Dialect;
  readonly config: Knex.Config;
  /** Statements that each new connection runs in addition to those of the dialect. */
  readonly session?: readonly string[];
}

function targetOf(url: string): Target {
  const scheme = /^([a-z][a-z0-9+]*):/i.exec(url)?.[1]?.toLowerCase();
  switch (scheme) {
    case 'postgres':
    case 'postgresql':
      return { dialect: postgres, config: postgresConfig(parseUrl(url)) };
    case 'mysql':
    case 'mariadb':
      return { dialect: mysql, config: mysqlConfig(parseUrl(url)) };
    case 'sqlite':
    case 'file':
      return {
        dialect: sqlite,
        ...sqliteTarget(url.slice(scheme.length + 1)),
      };
    default:
      // Only the scheme of a real URL is shown: in other texts the part before the colon may be a user name.
      return refuseUrl(/^[a-z0-9+]+:\/\//i.test(url) ? (scheme ?? null) : null);
  }
}

/** Throws an error that never shows the URL itself, because it may hold a password. */
function refuseUrl(scheme: string | null): never {
  throw new ConfigurationInvalid({
    field: 'connection',
    value: scheme ?? undefined,
    problem: scheme === null ? 'is not a URL' : 'has an unknown scheme',
    accepted: URL_RULE,
  });
}

function parseUrl(url: string): URL {
  try {
    const target = new URL(url);
    // An invalid escape, such as a bare % in a password, is refused here and not later by a driver.
    decodeURIComponent(`${target.username}${target.password}${target.pathname}`);
    return target;
  } catch {
    return refuseUrl(null);
  }
}

function postgresConfig(url: URL): Knex.Config {
  const connection = {
    connectionString: url.href,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: url.searchParams.get('application_name') ?? 'scheduler',
  };
  return { client: 'pg', connection };
}

function mysqlConfig(url: URL): Knex.Config {
  return {
    client: 'mysql2',
    connection: {
      host: url.hostname,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      charset: 'utf8mb4',
      connectTimeout: CONNECT_TIMEOUT_MS,
      enableKeepAlive: true,
      ...Object.fromEntries(url.searchParams),
    },
  };
}

function sqliteTarget(address: string): Pick<Target, 'config' | 'session'> {
  const { filename, session } = sqliteFile(address);
  const client = SqliteClient as unknown as typeof Knex.Client;
  return { config: { client, connection: { filename }, useNullAsDefault: true }, session };
}

type Done = (error: Error | null, connection: unknown) => void;
type Prepare = (connection: unknown, done: Done) => void;

/** Runs the session settings on each new connection, before it is used. */
function sessionSetup(
  name: Dialect['name'],
  session: readonly string[],
  pools: Pick<Pools, 'created'>,
): Prepare {
  return (connection, done) => {
    closeUnansweredSocket(connection);
    pools.created(connection);
    const run = name === 'sqlite' ? runSync(connection) : runAsync(connection);
    const next = (index: number): void => {
      const statement = session[index];
      if (statement === undefined) return done(null, connection);
      run(statement, (error) => (error === null ? next(index + 1) : done(error, connection)));
    };
    next(0);
  };
}

type Run = (statement: string, then: (error: Error | null) => void) => void;

function runSync(connection: unknown): Run {
  const { database } = connection as { readonly database: { exec(text: string): void } };
  return (statement, then) => {
    try {
      database.exec(statement);
      then(null);
    } catch (error) {
      then(error as Error);
    }
  };
}

function runAsync(connection: unknown): Run {
  const { query } = connection as { query: (text: string, then: (error: Error | null) => void) => void };
  return (statement, then) => query.call(connection, statement, (error) => then(error ?? null));
}

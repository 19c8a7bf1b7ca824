import { resolve } from 'node:path';
import { describeStore, type StoreServices } from '@scheduler/contracts/adapter';
import type * as StoreModule from './knex-store.js';

/** The stores of this package as a configuration names them. Knex and its drivers are loaded by the one that is chosen. */

const load = module.require.bind(module);

type Target = Pick<
  StoreModule.KnexStoreOptions,
  'connection' | 'tablePrefix' | 'schema' | 'directUrl' | 'preparedStatements' | 'poolSize' | 'eventLog'
>;

const MOST_CONNECTIONS = 1_000;

function create(target: Target, { clock, logger }: StoreServices): StoreModule.KnexStore {
  const { createKnexStore } = load('./knex-store.js') as typeof StoreModule;
  return createKnexStore({ ...target, clock, logger });
}

/** One file. A relative path is found from `root`, which is the folder of the process unless somebody says otherwise. */
export const sqliteStore = describeStore({
  name: 'sqlite',
  aliases: ['file'],
  section: 'sqlite',
  settings: {
    file: {
      kind: 'text',
      longest: 2_000,
      default: '.scheduler/scheduler.db',
      variable: 'SCHEDULER_SQLITE_FILE',
    },
    eventLog: { kind: 'flag', default: false, variable: 'SCHEDULER_SQLITE_EVENT_LOG' },
  },
  create: ({ file, eventLog }, services) =>
    create(
      {
        connection: `sqlite:${resolve(services.root ?? '', file)}`,
        tablePrefix: services.tablePrefix,
        eventLog,
      },
      services,
    ),
  describe: ({ file }, root = '') => `SQLite in ${resolve(root, file)}`,
});

export const postgresStore = describeStore({
  name: 'postgres',
  aliases: ['pg'],
  section: 'postgres',
  settings: {
    url: {
      kind: 'url',
      schemes: ['postgres', 'postgresql'],
      accepted: "a URL such as 'postgres://user:password@host:5432/database'",
      default: null,
      required: true,
      variable: 'SCHEDULER_POSTGRES_URL',
    },
    tablePrefix: {
      kind: 'identifier',
      default: null,
      inherits: 'tablePrefix',
      variable: 'SCHEDULER_POSTGRES_TABLE_PREFIX',
    },
    // Unset: the search path of the connection, which is `public` unless somebody changed it.
    schema: { kind: 'identifier', default: null, variable: 'SCHEDULER_POSTGRES_SCHEMA' },
    // Set where a pooler of transactions stands before the database that `url` names.
    directUrl: {
      kind: 'url',
      schemes: ['postgres', 'postgresql'],
      accepted:
        "a URL of the same database past its pooler, such as 'postgres://user:password@host:5432/database'",
      default: null,
      variable: 'SCHEDULER_POSTGRES_DIRECT_URL',
    },
    // Unset: prepared, except through a pooler.
    preparedStatements: {
      kind: 'flag',
      default: null,
      variable: 'SCHEDULER_POSTGRES_PREPARED_STATEMENTS',
    },
    poolSize: {
      kind: 'integer',
      least: 1,
      most: MOST_CONNECTIONS,
      default: 10,
      variable: 'SCHEDULER_POSTGRES_POOL_SIZE',
    },
    eventLog: { kind: 'flag', default: false, variable: 'SCHEDULER_POSTGRES_EVENT_LOG' },
  },
  create: ({ url, tablePrefix, schema, directUrl, preparedStatements, poolSize, eventLog }, services) =>
    create(
      {
        connection: url ?? '',
        tablePrefix,
        poolSize,
        eventLog,
        ...(schema === null ? {} : { schema }),
        ...(directUrl === null ? {} : { directUrl }),
        ...(preparedStatements === null ? {} : { preparedStatements }),
      },
      services,
    ),
  describe: () => 'PostgreSQL by SCHEDULER_POSTGRES_URL',
});

export const mysqlStore = describeStore({
  name: 'mysql',
  aliases: ['mariadb'],
  section: 'mysql',
  settings: {
    url: {
      kind: 'url',
      schemes: ['mysql', 'mariadb'],
      accepted: "a URL such as 'mysql://user:password@host:3306/database'",
      default: null,
      required: true,
      variable: 'SCHEDULER_MYSQL_URL',
    },
    poolSize: {
      kind: 'integer',
      least: 1,
      most: MOST_CONNECTIONS,
      default: 10,
      variable: 'SCHEDULER_MYSQL_POOL_SIZE',
    },
    eventLog: { kind: 'flag', default: false, variable: 'SCHEDULER_MYSQL_EVENT_LOG' },
  },
  create: ({ url, poolSize, eventLog }, services) =>
    create({ connection: url ?? '', tablePrefix: services.tablePrefix, poolSize, eventLog }, services),
  describe: () => 'MySQL or MariaDB by SCHEDULER_MYSQL_URL',
});

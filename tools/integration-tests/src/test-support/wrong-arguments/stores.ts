import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SchedulerStore } from '@scheduler/contracts';
import { withBullmq } from '@scheduler/bullmq';
import { SystemClock } from '@scheduler/core';
import { createKnexStore, type KnexStore } from '@scheduler/knex';
import { createMemoryStore } from '@scheduler/memory';
import { createRedisStore } from '@scheduler/redis';

/** A store, and everything that is stored in it. */
export interface TriedStore {
  readonly store: SchedulerStore;
  /** All rows or keys, in a form that can be compared. */
  snapshot(): Promise<unknown>;
  remove(): Promise<void>;
}

/** Whether a store can be tried here: the servers of databases are named by the environment. */
export interface StoreChoice {
  readonly name: string;
  /** Null: its servers are not there. */
  readonly create: (() => Promise<TriedStore>) | null;
}

const clock = new SystemClock();
const TABLES = [
  'jobs',
  'executions',
  'execution_logs',
  'queues',
  'rate_limits',
  'circuits',
  'event_handlers',
  'workflow_graphs',
  'workflow_runs',
  'workflow_attributes',
  'workflow_arrivals',
];
const newPrefix = () => `w${randomBytes(4).toString('hex')}_`;
const POSTGRES = process.env['SCHEDULER_TEST_POSTGRES_URL'];
const MARIADB = process.env['SCHEDULER_TEST_MARIADB_URL'];
const REDIS = process.env['SCHEDULER_TEST_REDIS_URL'];

export const STORES: readonly StoreChoice[] = [
  { name: 'memory', create: async () => inMemory() },
  { name: 'SQLite', create: () => onSqlite((store) => store) },
  { name: 'PostgreSQL', create: POSTGRES === undefined ? null : () => onDatabase(POSTGRES) },
  { name: 'MariaDB', create: MARIADB === undefined ? null : () => onDatabase(MARIADB) },
  { name: 'Redis', create: REDIS === undefined ? null : async () => onRedis(REDIS) },
  { name: 'BullMQ beside SQLite', create: REDIS === undefined ? null : () => onSqlite(besideRedis(REDIS)) },
];

function inMemory(): TriedStore {
  const store = createMemoryStore({ clock });
  return { store, snapshot: () => contentOf(store), remove: async () => undefined };
}

async function onDatabase(
  url: string,
  wrap: (store: KnexStore) => SchedulerStore = (store) => store,
): Promise<TriedStore> {
  const tablePrefix = newPrefix();
  const database = createKnexStore({ connection: url, clock, tablePrefix, migrate: true });
  await database.open();
  const rows = async () => {
    const tables: Record<string, unknown> = {};
    for (const table of TABLES) tables[table] = await database.knex(`${tablePrefix}${table}`).select();
    return tables;
  };
  return {
    store: wrap(createKnexStore({ connection: database.knex, clock, tablePrefix })),
    snapshot: rows,
    remove: async () => {
      for (const table of [...TABLES, 'locks', 'events', 'migrations'])
        await database.knex.schema.dropTableIfExists(`${tablePrefix}${table}`);
      await database.close();
    },
  };
}

async function onSqlite(wrap: (store: KnexStore) => SchedulerStore): Promise<TriedStore> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-wrong-arguments-'));
  const tried = await onDatabase(`sqlite:${join(folder, 'test.db')}`, wrap);
  return {
    ...tried,
    remove: async () => {
      await tried.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function onRedis(url: string): TriedStore {
  const store = createRedisStore({ url, keyPrefix: `${newPrefix()}:` });
  return { store, snapshot: () => contentOf(store), remove: async () => undefined };
}

function besideRedis(url: string): (store: KnexStore) => SchedulerStore {
  return (store) => withBullmq(store, { url, clock, keyPrefix: `${newPrefix()}:` });
}

/** What a store without tables holds, read through its ports. */
async function contentOf(store: SchedulerStore) {
  const { schedules, executions, queues, circuits, eventHandlers, workflows } = store;
  const page = { tenant: null, limit: 1_000, offset: 0 };
  return {
    jobs: (await schedules.list({ ...page, sortBy: 'createdAt', sortOrder: 'asc' })).items,
    executions: (await executions.list({ ...page, sortOrder: 'asc' })).items,
    queues: await queues.settings(),
    circuits: await circuits?.states(),
    eventHandlers: await eventHandlers?.list(page),
    workflows: await workflows?.list({ ...page, sortOrder: 'asc' }),
  };
}

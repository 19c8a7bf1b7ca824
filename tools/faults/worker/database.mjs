import { SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';

/** By store. */
const opened = new WeakMap();

/**
 * The application's own access to the database of the store, for its own tables: `knex` and `close()`. Where the store is joined with a
 * queue on Redis it is a pool of its own.
 */
export function databaseOf(store, env) {
  if (store.knex) return { knex: store.knex, close: async () => undefined };
  if (!opened.has(store))
    opened.set(store, createKnexStore({ connection: connectionOf(env), clock: new SystemClock() }));
  return opened.get(store);
}

function connectionOf(env) {
  return env.SCHEDULER_POSTGRES_URL ?? env.SCHEDULER_MYSQL_URL ?? `sqlite:${env.SCHEDULER_SQLITE_FILE}`;
}

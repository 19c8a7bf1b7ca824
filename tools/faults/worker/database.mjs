import { SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';

/** The separate connections by store. */
const opened = new WeakMap();

/**
 * The application's access to its own tables in the database of the store: `knex` and `close()`. If the store has a
 * queue on Redis, it is a separate pool.
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

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { withRedis, removeKeys } from './with-redis.mjs';

/**
 * The stores with their title, the service that they need, and whether handlers can complete in their own
 * transactions.
 */
export const STORES = {
  sqlite: { title: 'SQLite', service: null, transactions: true },
  postgres: { title: 'PostgreSQL', service: 'postgres', transactions: true },
  mariadb: { title: 'MariaDB', service: 'mariadb', transactions: true },
  redis: { title: 'Redis', service: 'redis', transactions: false },
};

/** A table of the harness, beside the tables of the scheduler. */
export const EFFECTS_TABLE = 'faults_effects';

/**
 * Creates an empty database for one run.
 *
 * @param serverUrl the URL of the server; unused on SQLite
 * @returns `url` (null on SQLite), `file` (null elsewhere), `env(url)` with the variables that configure a node for it, and `drop()`
 */
export async function createDatabase({ store, serverUrl, name, folder }) {
  if (store === 'sqlite') return sqliteFile(join(folder, 'data'));
  if (store === 'redis') return redisKeys(serverUrl, `${name}:`);
  const admin = async (statement) => {
    const { knex, close } = createKnexStore({ connection: serverUrl, clock: new SystemClock() });
    try {
      await knex.raw(statement);
    } finally {
      await close();
    }
  };
  await admin(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const [scheduler, force] = store === 'postgres' ? ['postgres', ' WITH (FORCE)'] : ['mysql', ''];
  return {
    url: url.href,
    file: null,
    env: (address = url.href) => ({
      SCHEDULER_STORE: scheduler,
      [`SCHEDULER_${scheduler.toUpperCase()}_URL`]: address,
    }),
    drop: () => admin(`DROP DATABASE IF EXISTS ${name}${force}`),
  };
}

/** Keys with a prefix of the run, so that runs can share a server. */
function redisKeys(serverUrl, keyPrefix) {
  return {
    url: serverUrl,
    file: null,
    env: (address = serverUrl) => ({
      SCHEDULER_STORE: 'redis',
      SCHEDULER_REDIS_URL: address,
      SCHEDULER_REDIS_KEY_PREFIX: keyPrefix,
    }),
    drop: () => withRedis(serverUrl, (redis) => removeKeys(redis, keyPrefix)),
  };
}

/** The file has its own folder, because its log and its index are beside it. */
function sqliteFile(folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'scheduler.db');
  return {
    url: null,
    file,
    env: () => ({ SCHEDULER_STORE: 'sqlite', SCHEDULER_SQLITE_FILE: file }),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

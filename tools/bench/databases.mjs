import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServices } from '@scheduler/services';

// Imported later, because the driver is installed with the peers.
const poolModule = new URL('./peers/postgres-pool.mjs', import.meta.url);

/**
 * Starts a durable PostgreSQL for a suite, or uses that of SCHEDULER_TEST_POSTGRES_URL.
 *
 * @returns `serverPid` if it was started here, `walBytes()`, `fresh(name)` that resolves to the address of an empty database, `durability` in words, `stop()`
 */
export async function startPostgres(progress, names = ['postgres']) {
  const { urls, pids, stop } = await startServices({
    names,
    durable: true,
    required: true,
    log: progress,
  });
  const { newPool } = await import(poolModule.href);
  const client = newPool(urls.postgres, 1);
  const shown = async (setting) => (await client.query(`SHOW ${setting}`)).rows[0][setting];
  return {
    urls,
    run: (statement) => client.query(statement),
    serverPid: pids.postgres,
    durability: `PostgreSQL ${await shown('server_version')}, fsync ${await shown('fsync')}, synchronous_commit ${await shown('synchronous_commit')}`,
    /** How many bytes the log has had so far. */
    async walBytes() {
      const { rows } = await client.query(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`);
      return Number(rows[0].bytes);
    },
    async fresh(name) {
      const database = `bench_${name.replaceAll(/\W+/g, '_')}`;
      await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${database}`);
      // Writes everything to the disk now, so that no contestant pays for the writes of another one.
      await client.query('CHECKPOINT');
      const url = new URL(urls.postgres);
      url.pathname = `/${database}`;
      return url.href;
    },
    async stop() {
      await client.end();
      await stop();
    },
  };
}

/**
 * The same with a PgBouncer before it: `pooled(url)` is the address of the same database through it. The role has the settings of a session
 * of the store, as `docs/sizing.md` asks for.
 */
export async function startPostgresWithPooler(progress) {
  const postgres = await startPostgres(progress, ['postgres', 'pgbouncer']);
  for (const setting of ["lock_timeout = '5s'", "statement_timeout = '10s'", 'random_page_cost = 1.1'])
    await postgres.run(`ALTER ROLE CURRENT_USER SET ${setting}`);
  return {
    ...postgres,
    pooled(url) {
      const address = new URL(postgres.urls.pgbouncer);
      address.pathname = new URL(url).pathname;
      return address.href;
    },
  };
}

/** Starts a Redis with an append-only file. `fresh()` empties it; `serverPid` is known if it was started here. */
export async function startRedis(progress) {
  const { urls, pids, stop } = await startServices({
    names: ['redis'],
    durable: true,
    required: true,
    log: progress,
  });
  const { Redis } = await import('ioredis');
  const client = new Redis(urls.redis);
  const [, version] = /redis_version:(\S+)/.exec(await client.info('server')) ?? [];
  const [, fsync] = await client.config('GET', 'appendfsync');
  return {
    serverPid: pids.redis,
    durability: `Redis ${version}, appendonly yes, appendfsync ${fsync}`,
    async fresh() {
      await client.flushall();
      return urls.redis;
    },
    async stop() {
      client.disconnect();
      await stop();
    },
  };
}

/** Starts a durable MariaDB, or uses that of SCHEDULER_TEST_MARIADB_URL. `url` is undefined if there is none. */
export async function startMariadb(progress) {
  const { urls, stop } = await startServices({
    names: ['mariadb'],
    durable: true,
    required: false,
    log: progress,
  });
  return { url: urls.mariadb, stop };
}

/** Files in a temporary folder: `fresh(name)` is an unused path; `stop()` removes all files. */
export function startFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-bench-'));
  let made = 0;
  return {
    folder,
    fresh: (name) => join(folder, `${(made += 1)}-${name.replaceAll(/\W+/g, '-')}.db`),
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

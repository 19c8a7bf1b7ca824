import { startServices } from '@scheduler/services';
import { until } from './until.mjs';
import { withRedis } from './with-redis.mjs';

const SYNC_LIMIT_MS = 20_000;

/**
 * Starts a Redis for one run, which the fault may break, as the `startRedis` of a fault. It writes an append-only file, so that a crash
 * loses one second at most.
 *
 * @returns `url`, `ask(commands)` which runs commands on a connection, `crash()`, `restart()` and `stop()`
 */
export async function startOwnRedis({ progress }) {
  const servers = await startServices({
    names: ['redis'],
    durable: true,
    own: true,
    required: true,
    log: progress,
  });
  const url = servers.urls.redis;
  return {
    url,
    ask: (commands) => withRedis(url, commands),
    crash: () => servers.crash('redis'),
    restart: () => servers.restart('redis'),
    stop: () => servers.stop(),
  };
}

/** Makes one server the replica of another, and resolves when it is in sync. */
export async function replicate({ from, to }) {
  const { hostname, port } = new URL(from.url);
  await to.ask((redis) => redis.replicaof(hostname, port));
  const isSynced = () =>
    to.ask(async (redis) => /master_link_status:up/.test(await redis.info('replication')));
  if ((await until(isSynced, SYNC_LIMIT_MS)) === null)
    throw new Error('The replica of Redis does not follow.');
}

import { startServices } from '@scheduler/services';
import { until } from './until.mjs';
import { askRedis } from './ask-redis.mjs';

const SYNC_LIMIT_MS = 20_000;

/**
 * A Redis for one run that the fault may break, never one of the user: what a fault gives as its `startRedis`. It appends to a file, and
 * so knows after a crash what it knew before, but for a second at most.
 *
 * @returns `url`, `ask(question)` with a connection, `crash()`, `restart()` and `stop()`
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
    ask: (question) => askRedis(url, question),
    crash: () => servers.crash('redis'),
    restart: () => servers.restart('redis'),
    stop: () => servers.stop(),
  };
}

/** Makes one server the replica of another, and resolves when it knows all that the other knows. */
export async function replicate({ from, to }) {
  const { hostname, port } = new URL(from.url);
  await to.ask((redis) => redis.replicaof(hostname, port));
  const isSynced = () =>
    to.ask(async (redis) => /master_link_status:up/.test(await redis.info('replication')));
  if ((await until(isSynced, SYNC_LIMIT_MS)) === null)
    throw new Error('The replica of Redis does not follow.');
}

import { startServices } from '@scheduler/services';
import { STORES } from './database.mjs';

/**
 * A durable server for one run that the fault may break, never one of the user: what a fault gives as its `startServer`.
 *
 * @returns `url`, `pid` of the server that runs now, `crash()`, `restart()` and `stop()`
 */
export async function startOwnServer({ store, progress }) {
  const { service } = STORES[store];
  if (service === null) return null;
  const servers = await startServices({
    names: [service],
    // A store that loses no second of what it has confirmed.
    durable: 'always',
    own: true,
    required: true,
    log: progress,
  });
  return {
    url: servers.urls[service],
    get pid() {
      return servers.pids[service];
    },
    crash: () => servers.crash(service),
    restart: () => servers.restart(service),
    stop: () => servers.stop(),
  };
}

import { startServices } from '@scheduler/services';
import { STORES } from './database.mjs';

/**
 * Starts a durable server for one run, which the fault may break, as the `startServer` of a fault.
 *
 * @returns `url`, `pid` of the server that runs now, `crash()`, `restart()` and `stop()`
 */
export async function startOwnServer({ store, progress }) {
  const { service } = STORES[store];
  if (service === null) return null;
  const servers = await startServices({
    names: [service],
    // The store loses nothing that it has confirmed.
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

import { OwnServers } from './own-servers.mjs';
import { services } from './services.mjs';

export { obtainChromium } from './chromium.mjs';
export { childProcesses } from './child-processes.mjs';

/** The names that `startServices` accepts. */
export const serviceNames = Object.keys(services);

/** Those that are started where nobody names any. */
export const usualServiceNames = serviceNames.filter((name) => !services[name].onlyWhenNamed);

/** The environment variable with the address of each service, by name. Users can set it to their own server. */
export const serviceVariables = Object.fromEntries(
  serviceNames.map((name) => [name, services[name].variable]),
);

/** The addresses of servers as environment variables for tests. */
export function variablesFor(urls) {
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [serviceVariables[name], url]));
}

/**
 * Starts private servers for tests and benchmarks on free loopback ports.
 *
 * They end with `stop()`, and also when this process ends in any other way, `kill -9` included. They do not keep
 * this process alive.
 *
 * @param names which of `postgres`, `mariadb`, `redis`. Default: all but those that stand before others, such as `pgbouncer`
 * @param log called with each line of progress. Default: standard error
 * @param durable whether a commit reaches the disk as in production (for benchmarks) or is as fast as possible (for tests); with 'always' Redis also writes to the disk at every command instead of every second
 * @param required whether a missing service is an error. Default: only in CI (`CI=true`)
 * @param own whether to start servers even where a variable names one of the user, for callers that break servers
 * @returns `urls` by name, `pids` of the started servers, the `missing` ones as `{ name, why, how }`, and `stop()`;
 *   for started servers also `crash(name)`, which ends one like a failure of the machine, and `restart(name)`, which starts it again
 *   on the same data and port and resolves when it has recovered. Committed data survives that if the servers are durable.
 * @throws when a service is missing and required
 *
 * @example
 * const { urls, missing, stop } = await startServices({ names: ['postgres'] });
 */
export async function startServices({
  names = usualServiceNames,
  log = console.error,
  durable = false,
  required = inContinuousIntegration(),
  own = false,
} = {}) {
  for (const name of names) {
    if (!(name in services)) throw new Error(`No service '${name}': there are ${serviceNames.join(', ')}.`);
  }
  const wanted = [...new Set(names.flatMap((name) => [services[name].needs ?? name, name]))];
  const fromUser = own ? {} : serversOfUser(wanted, log);
  const servers = new OwnServers();
  await servers.start(
    wanted.filter((name) => !(name in fromUser)),
    { log, durable, urls: fromUser },
  );
  const { missing } = servers;

  for (const { name, why, how } of missing) {
    log(`✘ ${services[name].title} is missing: ${why}\n  ${how}`);
  }
  if (missing.length > 0 && required) {
    await servers.stop();
    throw new Error(`Missing: ${missing.map(({ name }) => services[name].title).join(', ')}.`);
  }
  return {
    urls: { ...fromUser, ...servers.urls },
    pids: servers.pids,
    missing,
    crash: (name) => servers.crash(name),
    restart: (name) => servers.restart(name),
    stop: () => servers.stop(),
  };
}

function serversOfUser(names, log) {
  const urls = {};
  for (const name of names) {
    const { title, variable } = services[name];
    const url = process.env[variable];
    if (!url) continue;
    log(`${title}: using the server of ${variable}`);
    urls[name] = url;
  }
  return urls;
}

/** Whether this is a CI run, in which no service may be missing. */
export function inContinuousIntegration() {
  return !['', '0', 'false'].includes(process.env.CI ?? '');
}

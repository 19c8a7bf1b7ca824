import { OwnServers } from './own-servers.mjs';
import { services } from './services.mjs';

export { childProcesses } from './child-processes.mjs';

/** The names that `startServices` knows. */
export const serviceNames = Object.keys(services);

/** The variable that names a server of the user's own and that carries the address to tests, by name of the service. */
export const serviceVariables = Object.fromEntries(
  serviceNames.map((name) => [name, services[name].variable]),
);

/** The servers of `urls` as environment variables for those who use them. */
export function variablesFor(urls) {
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [serviceVariables[name], url]));
}

/**
 * Gives tests and benchmarks private servers on free loopback ports.
 *
 * They end with `stop()`, and also when this process ends in any other way, `kill -9` included. They do not keep
 * this process alive.
 *
 * @param names which of `postgres`, `mariadb`, `redis`; all unless told
 * @param log takes each line of progress; standard error unless told
 * @param durable whether a commit reaches the disk as in production (for benchmarks) or is as fast as can be (for tests); 'always': on Redis too at every write, not every second
 * @param required whether a missing service is an error; in CI (`CI=true`) unless told
 * @param own whether servers of the user are left alone even where a variable names them, which is for who breaks servers
 * @returns `urls` by name, `pids` of the servers that run here, what is `missing` as `{ name, why, how }`, and `stop()`;
 *   for own servers also `crash(name)`, which ends one as a failure of the machine would, and `restart(name)`, which runs it again
 *   on the same data and port and resolves when it has recovered. What was committed survives that if they are durable.
 * @throws when a service is missing and required
 *
 * @example
 * const { urls, missing, stop } = await startServices({ names: ['postgres'] });
 */
export async function startServices({
  names = serviceNames,
  log = console.error,
  durable = false,
  required = inContinuousIntegration(),
  own = false,
} = {}) {
  for (const name of names) {
    if (!(name in services)) throw new Error(`No service '${name}': there are ${serviceNames.join(', ')}.`);
  }
  const wanted = [...new Set(names)];
  const given = own ? {} : givenServers(wanted, log);
  const servers = new OwnServers();
  await servers.start(
    wanted.filter((name) => !(name in given)),
    { log, durable },
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
    urls: { ...given, ...servers.urls },
    pids: servers.pids,
    missing,
    crash: (name) => servers.crash(name),
    restart: (name) => servers.restart(name),
    stop: () => servers.stop(),
  };
}

function givenServers(names, log) {
  const given = {};
  for (const name of names) {
    const { title, variable } = services[name];
    const url = process.env[variable];
    if (!url) continue;
    log(`${title}: the one of ${variable}`);
    given[name] = url;
  }
  return given;
}

/** Whether this is a run that must not pass with less than everything. */
export function inContinuousIntegration() {
  return !['', '0', 'false'].includes(process.env.CI ?? '');
}

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { services } from './services.mjs';

const supervisorProgram = fileURLToPath(new URL('./supervisor.mjs', import.meta.url));

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
 * @param durable whether a commit reaches the disk as in production (for benchmarks) or is as fast as can be (for tests)
 * @param required whether a missing service is an error; in CI (`CI=true`) unless told
 * @returns `urls` by name, `pids` of the servers that were started, what is `missing` as `{ name, why, how }`, and `stop()`
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
} = {}) {
  for (const name of names) {
    if (!(name in services)) throw new Error(`No service '${name}': there are ${serviceNames.join(', ')}.`);
  }
  const { given, wanted } = divide([...new Set(names)], log);
  const { urls, pids, missing, stop } = await startOwn(wanted, { log, durable });

  for (const { name, why, how } of missing) {
    log(`✘ ${services[name].title} is missing: ${why}\n  ${how}`);
  }
  if (missing.length > 0 && required) {
    await stop();
    throw new Error(`Missing: ${missing.map(({ name }) => services[name].title).join(', ')}.`);
  }
  return { urls: { ...given, ...urls }, pids, missing, stop };
}

function divide(names, log) {
  const given = {};
  const wanted = [];
  for (const name of names) {
    const { title, variable } = services[name];
    const url = process.env[variable];
    if (url) {
      log(`${title}: the one of ${variable}`);
      given[name] = url;
    } else wanted.push(name);
  }
  return { given, wanted };
}

async function startOwn(names, { log, durable }) {
  if (names.length === 0) return { urls: {}, pids: {}, missing: [], stop: async () => {} };

  const { NODE_OPTIONS: _, ...env } = process.env;
  // In a session of its own, so that Ctrl-C reaches only this process, which then decides what happens to the servers.
  const supervisor = fork(supervisorProgram, { detached: true, execArgv: [], env, stdio: 'ignore' });
  const ended = new Promise((resolve) => supervisor.once('exit', resolve));
  const started = new Promise((resolve, reject) => {
    supervisor.on('message', (message) => {
      if (message.line !== undefined) log(message.line);
      if (message.urls) resolve(message);
    });
    supervisor.once('error', reject);
    supervisor.once('exit', (code) => reject(new Error(`The supervisor of the services ended (${code}).`)));
  });
  supervisor.send({ names, durable });

  const { urls, pids, missing } = await started;
  supervisor.unref();
  supervisor.channel?.unref();
  return { urls, pids, missing, stop: () => stop(supervisor, ended) };
}

async function stop(supervisor, ended) {
  supervisor.ref();
  if (supervisor.connected) supervisor.disconnect();
  await ended;
}

/** Whether this is a run that must not pass with less than everything. */
export function inContinuousIntegration() {
  return !['', '0', 'false'].includes(process.env.CI ?? '');
}

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

/**
 * Gives tests and benchmarks private servers on free loopback ports.
 *
 * They end with `stop()`, and also when this process ends in any other way, `kill -9` included. They do not keep
 * this process alive.
 *
 * @param names which of `postgres`, `mariadb`, `redis`; all unless told
 * @param log takes each line of progress; standard error unless told
 * @param durable whether a commit reaches the disk as in production (for benchmarks) or is as fast as can be (for tests)
 * @returns `urls` by name, what is `missing` as `{ name, why, how }`, and `stop()`
 * @throws in CI (`CI=true`) when a service is missing
 *
 * @example
 * const { urls, missing, stop } = await startServices({ names: ['postgres'] });
 */
export async function startServices({ names = serviceNames, log = console.error, durable = false } = {}) {
  for (const name of names) {
    if (!(name in services)) throw new Error(`No service '${name}': there are ${serviceNames.join(', ')}.`);
  }
  const { given, wanted } = divide([...new Set(names)], log);
  const { urls, missing, stop } = await startOwn(wanted, { log, durable });

  for (const { name, why, how } of missing) {
    log(`✘ ${services[name].title} is missing: ${why}\n  ${how}`);
  }
  if (missing.length > 0 && inContinuousIntegration()) {
    await stop();
    throw new Error(
      `In CI every service must be there:\n${missing.map(({ name, why, how }) => `${name}: ${why}\n${how}`).join('\n')}`,
    );
  }
  return { urls: { ...given, ...urls }, missing, stop };
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
  if (names.length === 0) return { urls: {}, missing: [], stop: async () => {} };

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

  const { urls, missing } = await started;
  supervisor.unref();
  supervisor.channel?.unref();
  return { urls, missing, stop: () => stop(supervisor, ended) };
}

async function stop(supervisor, ended) {
  supervisor.ref();
  if (supervisor.connected) supervisor.disconnect();
  await ended;
}

function inContinuousIntegration() {
  return !['', '0', 'false'].includes(process.env.CI ?? '');
}

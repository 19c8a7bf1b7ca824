import { inContinuousIntegration, startServices, variablesFor } from '@scheduler/services';

/**
 * Starts the database servers in the background. What they say is held back until `ready()`, so that it does not
 * get between the lines of other steps.
 */
export function beginServers() {
  const held = [];
  let log = (line) => held.push(line);
  let servers = { urls: {}, missing: [], stop: async () => {} };
  const started = startServices({ required: false, log: (line) => log(line) });
  // Reported by `ready()`, which may come later than the failure.
  started.catch(() => {});

  return {
    /** Resolves to whether everything that must be there is there: in CI every server, elsewhere none. */
    async ready() {
      log = console.log;
      held.forEach((line) => log(line));
      servers = await started;
      return servers.missing.length === 0 || !inContinuousIntegration();
    },
    /** The addresses of the servers, for the tests. */
    variables: () => variablesFor(servers.urls),
    /** One line for each server that is missing. */
    notRun: () => servers.missing.map(({ name, why, how }) => `the tests on ${name}: ${why}\n  ${how}`),
    stop: () => servers.stop(),
  };
}

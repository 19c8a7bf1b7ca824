import {
  inContinuousIntegration,
  obtainChromium,
  serviceNames,
  startServices,
  usualServiceNames,
  variablesFor,
} from '@scheduler/services';

const nothing = () => {};

/**
 * Starts the database servers, and finds a browser, in the background. What they say is held back until `ready()`, so that it does not
 * get between the lines of other steps. With `isFull` the poolers and clusters are among them.
 */
export function beginServers({ isFull }) {
  const held = [];
  let log = (line) => held.push(line);
  let servers = { urls: {}, missing: [], stop: async () => {} };
  const started = startServices({
    names: isFull ? serviceNames : usualServiceNames,
    required: false,
    log: (line) => log(line),
  });
  // apt has one user at a time, and the servers may need it too.
  const browser = started.then(nothing, nothing).then(() => obtainChromium((line) => log(line)));
  let chromium = {};
  // Reported by `ready()`, which may come later than the failure.
  started.catch(() => {});

  return {
    /** Resolves to whether everything that must be there is there: in CI every server, elsewhere none. */
    async ready() {
      log = console.log;
      held.forEach((line) => log(line));
      [servers, chromium] = await Promise.all([started, browser]);
      const hasAll = servers.missing.length === 0 && chromium.missing === undefined;
      return hasAll || !inContinuousIntegration();
    },
    /** The addresses of the servers, for the tests. */
    variables: () => ({
      ...variablesFor(servers.urls),
      ...(chromium.program && { SCHEDULER_TEST_CHROMIUM: chromium.program }),
    }),
    /** One line for each server that is missing. */
    notRun: () =>
      [...servers.missing, ...(chromium.missing ? [{ name: 'Chromium', ...chromium.missing }] : [])].map(
        ({ name, why, how }) => `the tests on ${name}: ${why}\n  ${how}`,
      ),
    stop: () => servers.stop(),
  };
}

import { unknownVariables } from '@scheduler/core';
import { missingStores, storeDescriptions } from '../stores/load-descriptions.js';
import { type Check, error, few, ok, warning } from './check.js';

const LEAST = { major: 20, minor: 19 };

/** As in `engines` of our packages. */
export function checkNodeVersion(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > LEAST.major || (major === LEAST.major && minor >= LEAST.minor);
  if (isEnough) return ok('node-version', `Node.js ${version}`);
  return error({
    name: 'node-version',
    message: `Node.js ${version} is too old`,
    wayOut: `install Node.js ${LEAST.major}.${LEAST.minor} or later`,
  });
}

/** An application may leave the environment unread, and then nobody else notices a typing error. */
export function checkVariables(env: Readonly<Record<string, string | undefined>>): Check {
  // What a store reads whose package is not installed nobody here can say.
  const unread = missingStores().map((store) => `SCHEDULER_${store.toUpperCase()}_`);
  const unknown = unknownVariables(env, storeDescriptions()).filter(
    ({ name }) => !unread.some((prefix) => name.startsWith(prefix)),
  );
  if (unknown.length === 0) return ok('variables', 'every SCHEDULER_* variable that is set is known');
  const shown = unknown.map(({ name, meant }) =>
    meant === null ? name : `${name} (did you mean ${meant}?)`,
  );
  return warning({
    name: 'variables',
    message: `not known: ${few(shown)}`,
    wayOut: 'mend the names or unset them; docs/configuration.md lists all that are known',
  });
}

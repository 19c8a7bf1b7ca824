import { unknownVariables } from '@scheduler/core';
import { missingStores, storeDescriptions } from '../stores/load-descriptions.js';
import { type Check, error, firstFew, ok, warning } from './check.js';

const MINIMUM = { major: 20, minor: 19 };

/** Checks for the least version, which is the one in `engines` of the packages. */
export function checkNodeVersion(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > MINIMUM.major || (major === MINIMUM.major && minor >= MINIMUM.minor);
  if (isEnough) return ok('node-version', `Node.js ${version}`);
  return error({
    name: 'node-version',
    message: `Node.js ${version} is too old`,
    wayOut: `install Node.js ${MINIMUM.major}.${MINIMUM.minor} or later`,
  });
}

/** Reports misspelled variables, since an application that does not read the environment would not notice them. */
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
    message: `unknown variables: ${firstFew(shown)}`,
    wayOut: 'correct the names or unset them; docs/configuration.md lists all known variables',
  });
}

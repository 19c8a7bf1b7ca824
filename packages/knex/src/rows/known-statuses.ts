import type { Dialect } from '../dialects/dialect.js';

/**
 * The statuses of executions, in alphabetical order. The index of rows with another one has this list in its condition: a new status needs a
 * migration that replaces the index.
 */
export const KNOWN_STATUSES = ['cancelled', 'failed', 'pending', 'running', 'skipped', 'success', 'timeout'];

const quoted = KNOWN_STATUSES.map((status) => `'${status}'`);

/** A condition: the status of the row is none of the known ones. MySQL finds the gaps between them in an index that begins with the status. */
export function hasUnknownStatus({ name }: Pick<Dialect, 'name'>): string {
  if (name !== 'mysql') return `status NOT IN (${quoted.join(', ')})`;
  const gaps = quoted.slice(1).map((status, index) => `(status > ${quoted[index]} AND status < ${status})`);
  return `(status < ${quoted[0]} OR ${gaps.join(' OR ')} OR status > ${quoted.at(-1)})`;
}

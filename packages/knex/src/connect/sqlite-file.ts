import { ConfigurationInvalid } from '@scheduler/contracts';

/** A file, and what its sessions are set to. */
export interface SqliteFile {
  readonly filename: string;
  readonly session: readonly string[];
}

const LEVELS = ['off', 'normal', 'full', 'extra'];

/**
 * The file of an address such as `./scheduler.db?synchronous=full`. By default a commit survives the end of the process at once, and the
 * loss of power within moments; `synchronous=full` makes it survive both at once, and every write slower.
 */
export function sqliteFile(address: string): SqliteFile {
  const [path = '', query = ''] = address.split('?', 2);
  const session = [...new URLSearchParams(query)].map(([name, value]) => settingOf(name, value));
  return { filename: path.replace(/^\/\/(?=\/|\.)/, ''), session };
}

function settingOf(name: string, value: string): string {
  const level = value.toLowerCase();
  if (name === 'synchronous' && LEVELS.includes(level)) return `PRAGMA synchronous = ${level}`;
  throw new ConfigurationInvalid({
    field: `connection, setting ${name}`,
    value,
    problem: 'is not known',
    accepted: `synchronous=${LEVELS.join('|')}`,
  });
}

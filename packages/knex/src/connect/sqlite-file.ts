import { ConfigurationInvalid } from '@scheduler/contracts';

/** A database file, and the statements that set up its connections. */
export interface SqliteFile {
  readonly filename: string;
  readonly session: readonly string[];
}

const LEVELS = ['off', 'normal', 'full', 'extra'];

/**
 * Parses an address such as `./scheduler.db?synchronous=full`. By default a commit survives a crash of the process, but a loss of power
 * may undo the last commits. With `synchronous=full` it survives both, and every write is slower.
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

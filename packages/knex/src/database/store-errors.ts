import { isSchedulerError, SchemaMismatch, StoreUnavailable } from '@scheduler/contracts';
import type { Dialect, Trouble } from '../dialects/dialect.js';
import { codeOf, messageOf } from '../dialects/error-text.js';

const PROBLEMS: Readonly<Record<Exclude<Trouble, 'no_tables' | 'other'>, readonly [string, string?]>> = {
  contention: ['it is too busy', 'try again'],
  connection: [
    'it does not answer',
    'check that the server runs and that its address is right; it is tried again by itself',
  ],
  password: ['it refused the user or the password', 'check the connection URL'],
  no_database: ['there is no such database', 'create it, or check the connection URL'],
  read_only: ['it is read-only', 'connect to the primary, or make the file writable'],
  disk_full: ['its disk is full or broken', 'make room; nothing is lost that was acknowledged'],
};

/** What a driver throws, as an error of ours: with a code to match, and without SQL, values or addresses. */
export function toStoreError(error: unknown, dialect: Dialect): Error {
  if (isSchedulerError(error)) return error;
  const trouble = dialect.trouble(error);
  if (trouble === 'no_tables') {
    return new SchemaMismatch(dialect.name, 'they are missing', 'run `scheduler migrate`');
  }
  if (trouble === 'other') return new StoreUnavailable(dialect.name, refusal(error));
  const [problem, wayOut] = PROBLEMS[trouble];
  return new StoreUnavailable(dialect.name, problem, wayOut === undefined ? {} : { wayOut });
}

/** Knex puts the statement with its values in front of the message: only what the database itself said is kept. */
function refusal(error: unknown): string {
  const message = messageOf(error);
  const own = message.slice(message.lastIndexOf(' - ') + (message.includes(' - ') ? 3 : 0));
  const code = codeOf(error);
  return `it refused a statement${code === '' ? '' : ` (${code})`}: ${own.slice(0, 200)}`;
}

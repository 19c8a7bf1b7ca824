import { isSchedulerError, SchemaMismatch, StoreUnavailable } from '@scheduler/contracts';
import type { Dialect, Duplicate, ErrorKind } from '../dialects/dialect.js';
import { codeOf } from '../dialects/error-text.js';

const PROBLEMS: Readonly<Record<Exclude<ErrorKind, 'no_tables' | 'other'>, readonly [string, string?]>> = {
  contention: ['it is too busy', 'try again'],
  connection: [
    'it does not answer',
    'check that the server runs and that its address is right; the scheduler keeps trying by itself',
  ],
  refused: [
    'its server refuses connections',
    'check that the server runs, and the host and port in the connection URL; the scheduler keeps trying by itself',
  ],
  unknown_host: [
    'the host name of its server is not known',
    'check the host in the connection URL, and that this machine can look up names',
  ],
  password: ['it refused the user or the password', 'check the connection URL'],
  no_database: ['there is no such database', 'create it, or check the connection URL'],
  read_only: ['it is read-only', 'connect to the primary, or make the file writable'],
  disk_full: ['its disk is full or broken', 'free some space; nothing that was acknowledged is lost'],
};

/** Translates an error of a driver into one with a stable code, and without SQL, values or addresses. */
export function toStoreError(error: unknown, dialect: Dialect): Error {
  if (isSchedulerError(error)) return error;
  const duplicate = dialect.duplicate(error);
  if (duplicate !== null) return new DuplicateRow(dialect.name, duplicate);
  const kind = dialect.errorKind(error);
  if (kind === 'no_tables') {
    return new SchemaMismatch(dialect.name, 'they are missing', 'run `scheduler migrate`');
  }
  if (kind === 'other') return refusal(error, dialect);
  const [problem, wayOut] = PROBLEMS[kind];
  return new StoreUnavailable(dialect.name, problem, wayOut === undefined ? {} : { wayOut });
}

/** The message of a driver may hold the statement and its values. Only its code is safe to show. */
function refusal(error: unknown, { name }: Dialect): StoreUnavailable {
  const code = codeOf(error);
  return new StoreUnavailable(name, `it refused a statement${code === '' ? '' : ` (${code})`}`, {
    wayOut: 'see the log of the database',
  });
}

/** A unique index refused a row. The query that wrote it turns this into an error of the domain. */
export class DuplicateRow extends StoreUnavailable {
  constructor(
    store: string,
    readonly duplicate: Duplicate,
  ) {
    super(store, `it holds a row with the same ${duplicate}`);
  }
}

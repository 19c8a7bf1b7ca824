import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Binding } from '../sql/sql.js';

interface PreparedText {
  /** The name of the prepared statement. The same text has the same name, because connections may be shared. */
  readonly name: string;
  readonly text: string;
}

const MAX_TEXTS = 500;
const prepared = new Map<string, PreparedText>();

/** The client of a Knex or of a transaction, from which connections of `pg` are acquired. */
interface PgClient {
  acquireConnection(): Promise<PgConnection>;
  releaseConnection(connection: PgConnection): Promise<void>;
  emit(event: 'query', query: { readonly sql: string; readonly bindings: readonly Binding[] }): void;
}

interface PgConnection {
  query(
    config: PreparedText & { readonly values: readonly Binding[]; readonly types: PgTypes },
  ): Promise<unknown>;
  readonly getTypeParser: PgTypes['getTypeParser'];
}

interface PgTypes {
  getTypeParser(oid: number, format?: string): (text: string) => unknown;
}

const BIGINT = 20;

/** Reads bigint columns as numbers instead of strings: instants and counts are far below the limit, and it is faster. */
function typesOf(connection: PgConnection): PgTypes {
  return {
    getTypeParser: (oid, format) => (oid === BIGINT ? Number : connection.getTypeParser(oid, format)),
  };
}

/**
 * Runs a named prepared statement on a connection of the pool or of the transaction, without Knex's own compiler, which would parse the
 * long text each time. Null: the limit of prepared statements is reached, and the caller runs the statement through Knex.
 */
export function runPrepared(text: string, values: readonly Binding[], on: Knex): Promise<unknown> | null {
  const statement = preparedOf(text);
  return statement === null ? null : run(statement, values, on.client as PgClient);
}

async function run(
  { name, text }: PreparedText,
  values: readonly Binding[],
  client: PgClient,
): Promise<unknown> {
  const connection = await client.acquireConnection();
  // Knex emits its queries, and listeners expect these too.
  client.emit('query', { sql: text, bindings: values });
  try {
    return await connection.query({ name, text, values, types: typesOf(connection) });
  } finally {
    await client.releaseConnection(connection);
  }
}

function preparedOf(text: string): PreparedText | null {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  if (prepared.size >= MAX_TEXTS) return null;
  let position = 0;
  const positioned = text.replace(/\?/g, () => `$${(position += 1)}`);
  const name = `scheduler_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  const statement = { name, text: positioned };
  prepared.set(text, statement);
  return statement;
}

import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Binding } from '../sql/sql.js';

interface PreparedText {
  /** Under which a connection remembers it: the same for the same text, whoever shares the connection. */
  readonly name: string;
  readonly text: string;
}

const MOST_TEXTS = 500;
const prepared = new Map<string, PreparedText>();

/** What a Knex, or a transaction of it, gives a connection of `pg` with. */
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

/** Our integers are instants and counts, for which a number is large enough: a text of each would have to be checked and kept first. */
function typesOf(connection: PgConnection): PgTypes {
  return {
    getTypeParser: (oid, format) => (oid === BIGINT ? Number : connection.getTypeParser(oid, format)),
  };
}

/**
 * Runs a statement that PostgreSQL remembers by its name, on a connection of the pool or of the transaction, but past Knex's own
 * compiler, which would read the long text anew each time. Null: so many texts have come that they do not seem to recur.
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
  // Who listens to the queries of this Knex hears of these too.
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
  if (prepared.size >= MOST_TEXTS) return null;
  let position = 0;
  const positioned = text.replace(/\?/g, () => `$${(position += 1)}`);
  const name = `scheduler_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  const made = { name, text: positioned };
  prepared.set(text, made);
  return made;
}

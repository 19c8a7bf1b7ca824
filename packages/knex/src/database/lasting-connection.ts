import type { Knex } from 'knex';
import type { Dialect } from '../dialects/dialect.js';
import { withoutSocketTimeout } from '../connect/socket-timeout.js';
import { resultRows } from './results.js';

interface Pool {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
}

/** Lets `work` run statements that may take minutes on one connection of the pool, which has its timeouts back afterwards. */
export async function onLastingConnection(
  knex: Knex,
  { statementTimeout }: Pick<Dialect, 'statementTimeout'>,
  work: (run: (statement: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const pool = knex.client as Pool;
  const connection = await pool.acquireConnection();
  const run = async (statement: string, bindings: readonly string[] = []): Promise<unknown> =>
    (await knex.raw(statement, bindings).connection(connection)) as unknown;
  const runOnly = async (statement: string) => void (await run(statement));
  try {
    if (statementTimeout === null) return await withoutSocketTimeout(connection, () => work(runOnly));
    const [row] = resultRows(await run(statementTimeout.read));
    await run(statementTimeout.lift);
    try {
      await withoutSocketTimeout(connection, () => work(runOnly));
    } finally {
      await run(statementTimeout.restore, [String(row?.['value'])]);
    }
  } finally {
    await pool.releaseConnection(connection);
  }
}

import type { Knex } from 'knex';
import type { TestDatabase } from './test-database.js';

interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** The statements that `work` sends through the Knex of the test. */
export async function statementsOf(
  { knex }: TestDatabase,
  work: () => Promise<unknown>,
): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const note = ({ sql, bindings = [] }: { sql: string; bindings?: readonly unknown[] }) => {
    if (!/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT)/i.test(sql)) statements.push({ sql, bindings });
  };
  knex.on('query', note);
  try {
    await work();
  } finally {
    knex.removeListener('query', note);
  }
  return statements;
}

/** The lines of the plan for a statement. */
export function planOf(database: TestDatabase, statement: Statement): Promise<readonly string[]> {
  return database.name === 'sqlite'
    ? sqlitePlan(database.knex, statement)
    : postgresPlan(database.knex, statement);
}

async function sqlitePlan(knex: Knex, { sql, bindings }: Statement): Promise<readonly string[]> {
  const rows = (await knex.raw(`EXPLAIN QUERY PLAN ${sql}`, [...bindings] as Knex.RawBinding[])) as {
    detail: string;
  }[];
  return rows.map(({ detail }) => detail);
}

/**
 * The generic plan of a prepared statement, which must be good for all values, or the custom plan of its first executions on a connection,
 * which is made for the given values.
 */
export async function postgresPlan(
  knex: Knex,
  { sql, bindings }: Statement,
  mode: 'force_generic_plan' | 'force_custom_plan' = 'force_generic_plan',
): Promise<readonly string[]> {
  return knex.transaction(async (transaction) => {
    const run = async (text: string) => {
      // Escaped, so that Knex looks for no bindings in the text.
      const { rows } = (await transaction.raw(text.replaceAll('?', '\\?'))) as { rows: unknown[] };
      return rows as { 'QUERY PLAN': string }[];
    };
    await run(`SET LOCAL plan_cache_mode = ${mode}`);
    await run(`PREPARE planned AS ${sql}`);
    const values = bindings.length === 0 ? '' : `(${bindings.map(literal).join(', ')})`;
    const plan = await run(`EXPLAIN EXECUTE planned${values}`);
    await run('DEALLOCATE planned');
    return plan.map((row) => row['QUERY PLAN']);
  });
}

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (!Array.isArray(value)) return `'${String(value).replaceAll("'", "''")}'`;
  const items = value.map((item) => (item === null ? 'NULL' : JSON.stringify(String(item))));
  return literal(`{${items.join(',')}}`);
}

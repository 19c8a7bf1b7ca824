import type { Knex } from 'knex';
import type { TestDatabase } from './test-database.js';

export interface Statement {
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
  switch (database.name) {
    case 'sqlite':
      return sqlitePlan(database.knex, statement);
    case 'postgres':
      return postgresPlan(database.knex, statement);
    case 'mariadb':
      return mariadbPlan(database.knex, statement);
  }
}

/**
 * How a statement reads jobs and executions: `alias index`, `alias scan` where it reads a table or an index from end to end, `* index` where the
 * database does not say the alias, and `sort` where rows are sorted because no index has their order.
 */
export async function accessesOf(database: TestDatabase, statement: Statement): Promise<readonly string[]> {
  // What is read of small tables now and then, such as the settings of queues, is none of it.
  if (!['jobs', 'executions'].some((table) => statement.sql.includes(database.tableName(table)))) return [];
  const lines = await planOf(database, statement);
  const found = lines.flatMap((line) => accessOf(line.replaceAll(database.prefix, '')) ?? []);
  return [...new Set(found)].sort();
}

type ReadAccess = (match: RegExpMatchArray) => string;

const ACCESSES: readonly (readonly [RegExp, ReadAccess])[] = [
  // SQLite
  [
    /^SEARCH (\w+) USING (?:COVERING )?INDEX (?:sqlite_autoindex_(?:jobs|executions)_1|((?:jobs|executions)_\w+))/,
    ([, alias, index]) => `${alias} ${index ?? 'primary'}`,
  ],
  [
    /^SCAN (jobs|executions|[etrj])\b(?: USING (?:COVERING )?INDEX ((?:jobs|executions)_\w+))?/,
    ([, alias, index]) => `${alias} scan${index === undefined ? '' : ` ${index}`}`,
  ],
  [/^USE TEMP B-TREE FOR (?:\w+ \w+ OF )?ORDER BY/, () => 'sort'],
  // PostgreSQL, which numbers an alias that a statement uses twice
  [
    /Index (?:Only )?Scan (?:Backward )?using (?:(?:jobs|executions)_pkey|(\w+)) on (jobs|executions)(?: ([a-z]+)(?:_\d+)?)? /,
    ([, index, table, alias]) => `${alias ?? table} ${index ?? 'primary'}`,
  ],
  [
    /Bitmap Index Scan on (?:(?:jobs|executions)_pkey|((?:jobs|executions)_\w+))/,
    ([, index]) => `* ${index ?? 'primary'}`,
  ],
  [/Seq Scan on (jobs|executions)(?: ([a-z]+)(?:_\d+)?)? /, ([, table, alias]) => `${alias ?? table} scan`],
  [/^ *(?:-> +)?(?:Incremental )?Sort /, () => 'sort'],
  // MariaDB
  [
    /^table (jobs|executions|[etrpj]) (?:ALL|index) (\w+)/,
    ([, alias, index]) => `${alias} scan${index === 'null' ? '' : ` ${index}`}`,
  ],
  [
    /^table (jobs|executions|[etrpj]) \w+ (?:PRIMARY|(\w+))/,
    ([, alias, index]) => `${alias} ${index ?? 'primary'}`,
  ],
  [/^filesort/, () => 'sort'],
];

function accessOf(line: string): string | null {
  for (const [pattern, read] of ACCESSES) {
    const match = line.match(pattern);
    if (match !== null) return read(match);
  }
  return null;
}

async function mariadbPlan(knex: Knex, { sql, bindings }: Statement): Promise<readonly string[]> {
  const [rows] = (await knex.raw(`EXPLAIN ${sql}`, [...bindings] as Knex.RawBinding[])) as [
    { table: string | null; type: string; key: string | null; rows: number; Extra: string | null }[],
  ];
  return rows.flatMap(({ table, type, key, rows: read, Extra }) => [
    `table ${table} ${type} ${key} ${read} ${Extra}`,
    ...(/filesort/.test(Extra ?? '') ? ['filesort'] : []),
  ]);
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

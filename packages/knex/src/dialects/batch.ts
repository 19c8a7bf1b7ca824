import type { Dialect } from './dialect.js';
import type { ColumnType, SourceColumn } from '../sql/source.js';
import { type Binding, join, raw, Sql, sql } from '../sql/sql.js';

/** The columns of a table that a batch writes, with their types. */
export type BatchColumns = Readonly<Record<string, ColumnType>>;

export type BatchRow<TColumns extends BatchColumns> = {
  readonly [TName in keyof TColumns]: string | number | null;
};

const names = new WeakMap<BatchColumns, string>();

/** Sets of columns are few and used again and again, so that their names are put together once. */
function namesOf(columns: BatchColumns): string {
  const known = names.get(columns);
  if (known !== undefined) return known;
  const joined = Object.keys(columns).join(', ');
  names.set(columns, joined);
  return joined;
}

/** Many rows in one statement. Values that are equal in all rows are bound once, the others row by row. */
export class Batch<TColumns extends BatchColumns> {
  private readonly varying: SourceColumn[] = [];
  private readonly constants = new Map<string, Binding>();

  constructor(
    private readonly columns: TColumns,
    rows: readonly BatchRow<TColumns>[],
    always: readonly (keyof TColumns & string)[],
    /** Columns whose value is computed by the statement, from values that are always bound row by row. */
    private readonly computed: Readonly<Record<string, Sql>> = {},
  ) {
    for (const [name, type] of Object.entries(columns)) {
      const first = rows[0]?.[name] ?? null;
      if (!always.includes(name) && rows.every((row) => row[name] === first)) this.constants.set(name, first);
      else this.varying.push({ name, type, values: rows.map((row) => row[name] ?? null) });
    }
  }

  /** Identifies the text of the statement: which columns are written, and which of them row by row. */
  get layout(): string {
    const computed = Object.values(this.computed).map(({ text }) => text);
    return `${namesOf(this.columns)}:${this.varying.map(({ name }) => name).join()}:${computed.join()}`;
  }

  /** The values that are bound once, in the order of their columns. */
  get constantValues(): Iterable<Binding> {
    return this.constants.values();
  }

  /** The value of a column inside a statement that reads from `source`. */
  value(name: keyof TColumns & string, dialect: Dialect): Sql {
    const computed = this.computed[name];
    if (computed !== undefined) return computed;
    const constant = this.constants.get(name);
    if (constant === undefined) return raw(`s.${name}`);
    return dialect.typed(constant, this.columns[name] ?? 'text');
  }

  values(dialect: Dialect): Sql {
    return join(
      Object.keys(this.columns).map((name) => this.value(name, dialect)),
      ', ',
    );
  }

  get names(): Sql {
    return raw(namesOf(this.columns));
  }

  /** The rows as a table with the alias s. */
  source(dialect: Dialect): Sql {
    return dialect.source(this.varying);
  }

  /** `name = value` for each column of the updated table t, except for the given ones. */
  assignments(dialect: Dialect, except: readonly string[]): Sql {
    const table = dialect.updatesByJoin ? 't.' : '';
    const names = Object.keys(this.columns).filter((name) => !except.includes(name));
    return join(
      names.map((name) => sql`${raw(`${table}${name}`)} = ${this.value(name, dialect)}`),
      ', ',
    );
  }
}

/** The texts of INSERT statements by table and layout: a few long texts that are used again and again. */
const inserts = new Map<string, string>();
const MAX_INSERTS = 1_000;

export function insertInto<TColumns extends BatchColumns>(
  table: Sql,
  batch: Batch<TColumns>,
  dialect: Dialect,
): Sql {
  const source = batch.source(dialect);
  const key = `${dialect.name} ${table.text} ${batch.layout}`;
  const known = inserts.get(key);
  if (known !== undefined) return new Sql(known, [...batch.constantValues, ...source.bindings]);
  const insert = sql`INSERT INTO ${table} (${batch.names}) SELECT ${batch.values(dialect)} FROM ${source}`;
  if (inserts.size < MAX_INSERTS) inserts.set(key, insert.text);
  return insert;
}

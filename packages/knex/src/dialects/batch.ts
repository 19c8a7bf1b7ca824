import type { Dialect } from './dialect.js';
import type { ColumnType, SourceColumn } from '../sql/source.js';
import { type Binding, join, raw, Sql, sql } from '../sql/sql.js';

/** The columns of a table that a batch writes, with their types. */
export type BatchColumns = Readonly<Record<string, ColumnType>>;

export type BatchRow<TColumns extends BatchColumns> = {
  readonly [TName in keyof TColumns]: string | number | null;
};

/** Many rows in one statement: what is the same in all of them is bound once, and only the rest row by row. */
export class Batch<TColumns extends BatchColumns> {
  private readonly varying: SourceColumn[] = [];
  private readonly constants = new Map<string, Binding>();

  constructor(
    private readonly columns: TColumns,
    rows: readonly BatchRow<TColumns>[],
    always: readonly (keyof TColumns & string)[],
  ) {
    for (const [name, type] of Object.entries(columns)) {
      const first = rows[0]?.[name] ?? null;
      if (!always.includes(name) && rows.every((row) => row[name] === first)) this.constants.set(name, first);
      else this.varying.push({ name, type, values: rows.map((row) => row[name] ?? null) });
    }
  }

  /** What the text of a statement depends on: which columns are written, and which of them row by row. */
  get layout(): string {
    return `${Object.keys(this.columns).length}:${this.varying.map(({ name }) => name).join()}`;
  }

  /** In the order of their columns. */
  get constantValues(): Iterable<Binding> {
    return this.constants.values();
  }

  /** The value of a column inside a statement that reads from `source`. */
  value(name: keyof TColumns & string, dialect: Dialect): Sql {
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
    return raw(Object.keys(this.columns).join(', '));
  }

  /** The rows, as a table that is called s. */
  source(dialect: Dialect): Sql {
    return dialect.source(this.varying);
  }

  /** `name = value` for each column of the updated table t but those that are given. */
  assignments(dialect: Dialect, except: readonly string[]): Sql {
    const table = dialect.updatesByJoin ? 't.' : '';
    const names = Object.keys(this.columns).filter((name) => !except.includes(name));
    return join(
      names.map((name) => sql`${raw(`${table}${name}`)} = ${this.value(name, dialect)}`),
      ', ',
    );
  }
}

/** Texts by table and layout: the same few come again and again, and are long. */
const inserts = new Map<string, string>();
const MOST_INSERTS = 1_000;

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
  if (inserts.size < MOST_INSERTS) inserts.set(key, insert.text);
  return insert;
}

/** The values that can be bound. Dates, booleans and objects are converted to these before. */
export type Binding = string | number | null | readonly (string | number | null)[];

/** A piece of SQL with its values. Values are always bound; the text comes only from this package. */
export class Sql {
  constructor(
    readonly text: string,
    readonly bindings: readonly Binding[],
    /** Whether the same text is used again and again, so that each connection should prepare it once. */
    readonly recurs = false,
  ) {}

  recurring(): Sql {
    return new Sql(this.text, this.bindings, true);
  }
}

const EMPTY = new Sql('', []);

/**
 * Composes SQL: a nested piece is inserted as text, any other value is bound.
 *
 * @example
 * sql`SELECT * FROM ${tables.jobs} WHERE id = ${id}`
 */
export function sql(strings: TemplateStringsArray, ...values: readonly (Sql | Binding)[]): Sql {
  let text = strings[0] ?? '';
  const bindings: Binding[] = [];
  values.forEach((value, index) => {
    if (value instanceof Sql) {
      text += value.text;
      bindings.push(...value.bindings);
    } else {
      text += '?';
      bindings.push(value);
    }
    text += strings[index + 1] ?? '';
  });
  return new Sql(text, bindings);
}

/** SQL text of this package: names and keywords, never a value that a caller gave. */
export function raw(text: string): Sql {
  return new Sql(text, []);
}

export function join(parts: readonly Sql[], separator: string): Sql {
  if (parts.length === 0) return EMPTY;
  return new Sql(
    parts.map(({ text }) => text).join(separator),
    parts.flatMap(({ bindings }) => bindings),
  );
}

export function list(values: readonly (string | number)[]): Sql {
  return new Sql(`(${values.map(() => '?').join(', ')})`, values);
}

/** Joins conditions by AND. Without conditions it is always true. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? raw('1 = 1') : join(conditions, ' AND ');
}
